import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ReactNode, useId, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { formatPoints } from "@/ui/format/numbers";
import { Message, useMessage } from "@/ui/Message";
import { Points } from "@/ui/Points";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";
import { Private } from "../shell/Private";
import { useHiding } from "../shell/private";
import * as hidden from "../shell/texts/private.en";
import type { Account } from "./model";
import { keepAccount, rereadAccounts } from "./queries";
import { adminSubmitter, pointsFailureTexts } from "./submitter";
import * as texts from "./texts/en";
import { type PointsForm, pointsSchema } from "./validation";

type Order = components["schemas"]["ManagePoints"];
type Action = Order["action"];

/** Longest reason that the server takes. */
const REASON_MAX = 200;

type PointsDialogProps = {
  account: Account;
  onClose: () => void;
  /** The points have been moved. */
  onDone: (text: string) => void;
};

/** Adds points to a member's balance, takes some away or sets it. */
export function PointsDialog({ account, onClose, onDone }: PointsDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={texts.managePointsText}
      description={
        <span className="[overflow-wrap:anywhere]">{texts.balanceText(account.username)}</span>
      }
    >
      <AmountForm account={account} onBusy={setBusy} onDone={onDone} />
    </Dialog>
  );
}

type AmountFormProps = Pick<PointsDialogProps, "account" | "onDone"> & {
  onBusy: (busy: boolean) => void;
};

function AmountForm({ account, onBusy, onDone }: AmountFormProps) {
  const [running, setRunning] = useState<Action | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const { message, say, hush } = useMessage();
  const form = useForm<PointsForm>({
    resolver: standardSchemaResolver(pointsSchema),
    mode: "onChange",
    defaultValues: { amount: "", reason: "" },
  });
  const { errors } = form.formState;

  const change = useSubmit({
    send: (order: Order) =>
      adminSubmitter.submit(order, (headers) =>
        answer(adminApi.POST("/api/auth/admin/manage-points", { body: order, headers })),
      ),
    onAnswer: ({ message: done, user }, { action }) => {
      keepAccount(account.id, { points: user.points });
      const balance = action === "set" ? "" : ` Balance: ${formatPoints(user.points)}.`;
      onDone(`${account.username}: ${done}.${balance}`);
    },
    onFailure: (failed) => {
      const { amount, reason } = failed.failure.fields;
      if (amount !== undefined) form.setError("amount", { message: amount });
      else if (reason !== undefined) form.setError("reason", { message: reason });
      else say("error", ...pointsFailureTexts(failed));
      // The balance may have been another one than the page shows.
      void rereadAccounts();
    },
  });
  const manage = async (action: Action, amount: number) => {
    if (running !== null) return;
    hush();
    setRunning(action);
    onBusy(true);
    const reason = form.getValues("reason").trim();
    await change.submit({ userId: account.id, action, amount, ...(reason !== "" && { reason }) });
    setRunning(null);
    onBusy(false);
  };

  const typed = useWatch({ control: form.control, name: "amount" }).trim();
  const amount = /^\d+$/.test(typed) ? Number(typed) : null;
  const isOff = (action: Action) =>
    errors.amount !== undefined || amount === null || (amount === 0 && action !== "set");
  const checked = (then: (amount: number) => Promise<void> | void) =>
    void form.handleSubmit((values) => then(Number(values.amount)))();
  const act = (action: Action) => ({
    busy: running === action,
    disabled: isOff(action) || running !== null,
    // Adding can be taken back by removing; a balance that is set is gone.
    onClick: () => checked(action === "set" ? setAsked : (points) => manage(action, points)),
  });
  // Enter alone does nothing: it cannot say which of the three is meant.
  return (
    <>
      <form noValidate onSubmit={(event) => event.preventDefault()} className="mt-5">
        <p className="well flex items-center justify-between gap-4 rounded-md px-4 py-3">
          <span className="text-sm text-muted">{texts.balanceNow}</span>
          <Private what={hidden.balanceOf(account.username)}>
            <Points amount={account.points} className="font-display text-lg" />
          </Private>
        </p>
        <Fields form={form} />
        <div className="mt-5 grid grid-cols-3 gap-3">
          <Choice
            name={texts.add}
            after={amount === null ? null : account.points + amount}
            {...act("add")}
          />
          <Choice
            name={texts.remove}
            after={amount === null ? null : account.points - amount}
            {...act("remove")}
          />
          <Choice name={texts.set} after={amount} {...act("set")} />
        </div>
        <Message message={message} className="mt-5" />
      </form>
      {asked !== null && (
        <SetQuestion
          account={account}
          amount={asked}
          onConfirm={() => manage("set", asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function Fields({ form }: { form: UseFormReturn<PointsForm> }) {
  const { errors } = form.formState;
  return (
    <>
      <Field
        label={texts.amount}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        maxLength={16}
        className="mt-5"
        error={errors.amount?.message}
        {...form.register("amount")}
      />
      <Field
        label={texts.reason}
        hint={texts.reasonHint}
        autoComplete="off"
        maxLength={REASON_MAX}
        className="mt-4"
        error={errors.reason?.message}
        {...form.register("reason")}
      />
    </>
  );
}

type SetQuestionProps = {
  account: Account;
  amount: number;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks before a balance is replaced; what came of it is said by the form behind. */
function SetQuestion({ account, amount, ...on }: SetQuestionProps) {
  return (
    <ConfirmDialog
      title={texts.setBalance}
      text={
        <span className="[overflow-wrap:anywhere]">
          {texts.balanceBecomesPointsPlace(
            account.username,
            formatPoints(amount),
            formatPoints(account.points),
          )}
        </span>
      }
      confirm={texts.setBalanceText}
      {...on}
    />
  );
}

type ChoiceProps = {
  name: string;
  /** The balance that would come of it. */
  after: number | null;
  busy: boolean;
  disabled: boolean;
  onClick: () => void;
};

/** One of the three actions, with what would come of it. */
function Choice({ name, after, busy, disabled, onClick }: ChoiceProps) {
  const noteId = useId();
  const isHiding = useHiding();
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Button
        tone={name === "Add" ? "gold" : "quiet"}
        busy={busy}
        disabled={disabled}
        onClick={onClick}
        aria-describedby={noteId}
      >
        {name}
      </Button>
      <p id={noteId} className="min-h-10 text-center text-sm text-muted [overflow-wrap:anywhere]">
        {(disabled && !busy) || isHiding ? null : <After after={after} />}
      </p>
    </div>
  );
}

function After({ after }: { after: number | null }): ReactNode {
  if (after === null) return null;
  if (after < 0) return texts.moreThanBalance;
  return <>{texts.makes(<span className="font-semibold text-text">{formatPoints(after)}</span>)}</>;
}
