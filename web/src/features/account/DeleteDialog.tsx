import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { endSession } from "@/features/session/actions";
import { useCooldown } from "@/features/session/cooldown";
import { useHasPassword } from "@/features/sign-in/member";
import { useBalance } from "@/features/wallet/balance";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { PasswordField } from "@/ui/Field";
import { formatCountdown } from "@/ui/format/durations";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { Points } from "@/ui/Points";
import { toast } from "@/ui/toast";
import { answer, api } from "@/wire/http";
import { unknownChange } from "@/wire/submit";
import * as texts from "./texts/en";

/** Says what is lost, then asks for the password, if there is one (docs/decisions.md, E4). Drawn only while it is open. */
export default function DeleteDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const cooldown = useCooldown();
  const hasPassword = useHasPassword() ?? true;
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { message, say, hush } = useMessage(BRIEF_MESSAGE_MS);
  const { isBusy, submit } = useSubmit({
    send: () =>
      answer(api.DELETE("/api/auth/delete-account", { body: hasPassword ? { password } : {} })),
    onAnswer: async () => {
      // Home first: this page would otherwise answer the logout by asking for a login.
      await navigate({ to: "/" });
      endSession();
      toast({ text: texts.deleted, tone: "info" });
    },
    onFailure: ({ failure }) => {
      cooldown.beginAfter(failure);
      if (failure.fields.password !== undefined) setProblem(failure.fields.password);
      else
        say(
          "error",
          failure.error === "proof" ? failure.message : texts.deleteFailed,
          unknownChange(failure),
        );
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    hush();
    if (hasPassword && password === "") setProblem(texts.passwordRequired);
    else void submit(null);
  };
  const wait = cooldown.secondsLeft;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={texts.deleteTitle}
      description={texts.deleteText}
    >
      <Losses />
      <form noValidate onSubmit={onSubmit} className="mt-5 flex flex-col gap-4">
        {hasPassword && (
          <PasswordField
            label={texts.yourPassword}
            autoComplete="current-password"
            value={password}
            error={problem}
            onChange={(event) => {
              setPassword(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
        <Message message={message} isBare />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose} disabled={isBusy}>
            {texts.keepAccount}
          </Button>
          <Button type="submit" tone="danger" busy={isBusy} disabled={wait > 0}>
            {wait > 0 ? texts.tryAgainIn(formatCountdown(wait)) : texts.deleteMine}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Losses() {
  const points = useBalance();
  return (
    <>
      <ul className="well mt-4 list-disc space-y-2 rounded-md py-3.5 pr-4 pl-8 text-sm marker:text-faint">
        <li>{texts.lostBalance(<Points amount={points} className="align-bottom" />)}</li>
        <li>{texts.lostTickets}</li>
        <li>{texts.lostPurchases}</li>
        <li>{texts.lostLinks}</li>
      </ul>
      <p className="mt-3 text-sm text-muted">{texts.keptData}</p>
      <p className="mt-3 text-sm text-muted">{texts.deleteKept}</p>
    </>
  );
}
