import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { QueryView } from "@/data/QueryView";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { formatPoints } from "@/ui/format/numbers";
import { Points } from "@/ui/Points";
import { memberCountQuery } from "../lists/members";
import { ErrorLine } from "./ErrorLine";
import type { Grant } from "./grant";
import * as texts from "./texts/en";
import { type GlobalForm, globalSchema } from "./validation";

type GlobalAmountProps = {
  /** What was typed before, on the way back from the question. */
  first: Grant | null;
  onCancel: () => void;
  onContinue: (grant: Grant) => void;
};

/** How many points everyone gets, and why; what it costs altogether. */
export function GlobalAmount({ first, onCancel, onContinue }: GlobalAmountProps) {
  const count = useQuery(memberCountQuery);
  const form = useForm<GlobalForm>({
    resolver: standardSchemaResolver(globalSchema),
    mode: "onBlur",
    reValidateMode: "onChange",
    defaultValues: {
      amount: first === null ? "" : String(first.amount),
      reason: first?.reason ?? "",
    },
  });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    if (first !== null) setFocus("amount", { shouldSelect: true });
  }, [first, setFocus]);

  const typed = useWatch({ control: form.control, name: "amount" }).trim();
  const each = /^\d+$/.test(typed) && errors.amount === undefined ? Number(typed) : 0;
  const submit = form.handleSubmit(({ amount, reason }) =>
    onContinue({ amount: Number(amount), reason }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-5 flex flex-col gap-4">
      <Field
        label={texts.pointsEach}
        inputMode="numeric"
        autoComplete="off"
        placeholder="100"
        maxLength={10}
        error={errors.amount?.message}
        {...form.register("amount")}
      />
      <Field
        label={texts.reason}
        hint={texts.membersSeeReason}
        autoComplete="off"
        placeholder={texts.goodStream}
        maxLength={200}
        error={errors.reason?.message}
        {...form.register("reason")}
      />
      <QueryView
        query={count}
        what={texts.numberOfMembers}
        loading={<Cost each={each} members={undefined} />}
        failedAs="notice"
      >
        {(members) => (
          <>
            <Cost each={each} members={members} />
            {members === 0 && <ErrorLine>{texts.noMembersYet}</ErrorLine>}
          </>
        )}
      </QueryView>
      <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" tone="gold" disabled={!count.data}>
          {texts.continueText}
        </Button>
      </div>
    </form>
  );
}

/** What it costs altogether; the number of members is undefined until it is known. */
function Cost({ each, members }: { each: number; members: number | undefined }) {
  return (
    <p className="well flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md px-4 py-3 text-sm">
      <span className="text-muted">
        {members === undefined
          ? texts.countingMembers
          : `${formatPoints(each)} × ${texts.memberCount(members)}`}
      </span>
      <output aria-label={texts.totalCost}>
        <Points amount={each * (members ?? 0)} className="text-lg" />
      </output>
    </p>
  );
}
