import { useRef, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { useCooldown } from "@/features/session/cooldown";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { PasswordField } from "@/ui/Field";
import { formatCountdown } from "@/ui/format/durations";
import { Message, useMessage } from "@/ui/Message";
import { failureTexts } from "../shell/failure-texts";
import { changePassword } from "./queries";
import * as texts from "./texts/en";

const empty = { currentPassword: "", newPassword: "" };

export function PasswordForm({ name }: { name: string }) {
  const [typed, setTyped] = useState(empty);
  const form = useRef<HTMLFormElement>(null);
  const { message, say, hush } = useMessage();
  const { secondsLeft, beginAfter } = useCooldown();
  const { failed, isBusy, submit, reset } = useSubmit({
    send: changePassword,
    onAnswer: () => {
      setTyped(empty);
      say("success", texts.passwordChanged);
    },
    onFailure: ({ failure }) => {
      beginAfter(failure);
      const { currentPassword, newPassword } = failure.fields;
      if (currentPassword === undefined && newPassword === undefined)
        say("error", ...failureTexts(failure));
      else
        form.current
          ?.querySelector<HTMLInputElement>(
            `[autocomplete=${currentPassword === undefined ? "new" : "current"}-password]`,
          )
          ?.focus();
    },
  });
  const errors = isBusy ? {} : (failed?.failure.fields ?? {});
  const isReady = typed.currentPassword !== "" && typed.newPassword !== "" && secondsLeft === 0;
  const type = (more: Partial<typeof empty>) => {
    setTyped((now) => ({ ...now, ...more }));
    reset();
  };
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-lg">{texts.password}</h2>
      <p className="mt-1 text-sm text-muted">{texts.passwordLead}</p>
      <form
        ref={form}
        noValidate
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          hush();
          if (isReady) void submit(typed);
        }}
      >
        {/* For password managers: whose password this is. */}
        <input type="text" autoComplete="username" value={name} readOnly hidden />
        <PasswordField
          label={texts.currentPassword}
          autoComplete="current-password"
          value={typed.currentPassword}
          error={errors.currentPassword}
          onChange={(event) => type({ currentPassword: event.target.value })}
        />
        <PasswordField
          label={texts.newPassword}
          autoComplete="new-password"
          maxLength={128}
          value={typed.newPassword}
          hint={texts.newPasswordHint}
          error={errors.newPassword}
          onChange={(event) => type({ newPassword: event.target.value })}
        />
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-4">
          <Message message={message} isBare className="min-w-0 flex-1" />
          <Button type="submit" busy={isBusy} disabled={!isReady} className="ml-auto">
            {secondsLeft > 0
              ? texts.tryAgainIn(formatCountdown(secondsLeft))
              : texts.changePassword}
          </Button>
        </div>
      </form>
    </Card>
  );
}
