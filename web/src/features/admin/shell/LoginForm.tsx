import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { useCooldown } from "@/features/session/cooldown";
import { cx } from "@/ui/cx";
import { PasswordField } from "@/ui/Field";
import { formatCountdown } from "@/ui/format/durations";
import { Notice } from "@/ui/Notice";
import { beginAdmin } from "../session/actions";
import * as texts from "./texts/en";

/** A login with the admin password: what has been typed, and what the server said to it. */
type Login = {
  password: string;
  type: (password: string) => void;
  refusal: string | null;
  secondsLeft: number;
  isBusy: boolean;
  canSubmit: boolean;
  submit: (event: FormEvent) => Promise<void>;
  form: RefObject<HTMLFormElement | null>;
};

/** Kept apart from the form, so that drawing the form again loses nothing. */
export function useLogin(): Login {
  const [password, setPassword] = useState("");
  const { secondsLeft, begin } = useCooldown();
  const form = useRef<HTMLFormElement>(null);
  const login = useSubmit({
    send: beginAdmin,
    onFailure: ({ failure }) => {
      if (failure.status === 429) begin(failure.retryAfterSeconds);
      // A password that was not checked need not be typed again.
      if (failure.error === "invalid_password") setPassword("");
      form.current?.querySelector("input")?.focus();
    },
  });
  const { failed, isBusy } = login;
  const canSubmit = password !== "" && secondsLeft === 0;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit) await login.submit(password);
  };
  const type = (next: string) => {
    setPassword(next);
    login.reset();
  };
  const refusal = isBusy ? null : (failed?.failure.message ?? null);
  return { password, type, refusal, secondsLeft, isBusy, canSubmit, submit, form };
}

type SubmitButton = { type: "submit"; tone: "gold"; busy: boolean; disabled: boolean };

type LoginFormProps = {
  login: Login;
  className?: string;
  /** The buttons, given the state of the one that submits. */
  children: (submit: SubmitButton) => ReactNode;
};

/** Asks for the admin password. */
export function LoginForm({ login, className, children }: LoginFormProps) {
  const { password, type, refusal, secondsLeft, isBusy, canSubmit, submit, form } = login;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className={cx("flex flex-col gap-4", className)}
    >
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        value={password}
        onChange={(event) => type(event.target.value)}
      />
      {refusal !== null && (
        <Notice tone="error">
          {refusal}
          {secondsLeft > 0 && (
            <span className="text-muted">
              {" "}
              {texts.tryAgainIn(
                <span className="font-semibold text-text">{formatCountdown(secondsLeft)}</span>,
              )}
            </span>
          )}
        </Notice>
      )}
      {children({ type: "submit", tone: "gold", busy: isBusy, disabled: !canSubmit })}
    </form>
  );
}
