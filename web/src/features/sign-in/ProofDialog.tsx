import { useState } from "react";
import { useStore } from "zustand";
import { useSubmit } from "@/data/use-submit";
import { useCooldown } from "@/features/session/cooldown";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field, PasswordField } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import { askForPasskey, canUsePasskeys } from "./passkeys";
import type { Account } from "./queries";
import * as texts from "./texts/en";

/** Asks for a proof whenever a call needs one. */
export function ProofDialog({ account }: { account: Account }) {
  const asked = useStore(account.proofs.asked, (state) => state.answer);
  return asked === null ? null : <Open account={account} onAnswer={asked} />;
}

function Open({ account, onAnswer }: { account: Account; onAnswer: (isGiven: boolean) => void }) {
  const [way, setWay] = useState<"password" | "code">("password");
  const [typed, setTyped] = useState("");
  const { secondsLeft, beginAfter } = useCooldown();
  const { failed, isBusy, submit, reset } = useSubmit({
    send: async (proof: () => Promise<components["schemas"]["Proof"]>) =>
      answer(account.calls.POST("/api/sign-in/proof", { body: await proof() })),
    onAnswer: () => onAnswer(true),
    onFailure: ({ failure }) => beginAfter(failure),
  });
  const error = isBusy ? undefined : failed?.failure.message;
  const change = (next: typeof way) => {
    setWay(next);
    setTyped("");
    reset();
  };
  const field = {
    value: typed,
    error,
    onChange: (event: { target: { value: string } }) => {
      setTyped(event.target.value);
      reset();
    },
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onAnswer(false);
      }}
      title={texts.proofTitle}
      description={texts.proofText}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== "") void submit(async () => ({ [way]: typed }));
        }}
      >
        {way === "password" ? (
          <PasswordField label={texts.password} autoComplete="current-password" {...field} />
        ) : (
          <Field
            label={texts.proofCode}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...field}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button size="sm" onClick={() => change(way === "password" ? "code" : "password")}>
            {way === "password" ? texts.withCode : texts.withPassword}
          </Button>
          {canUsePasskeys() && (
            <Button
              size="sm"
              disabled={isBusy}
              onClick={() => void submit(async () => ({ passkey: await askForPasskey() }))}
            >
              {texts.withPasskey}
            </Button>
          )}
        </div>
        {secondsLeft > 0 && <Notice tone="error">{failed?.failure.message}</Notice>}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={() => onAnswer(false)} disabled={isBusy}>
            {texts.cancel}
          </Button>
          <Button
            type="submit"
            tone="gold"
            busy={isBusy}
            disabled={typed === "" || secondsLeft > 0}
          >
            {texts.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
