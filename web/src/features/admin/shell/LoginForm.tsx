import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { formatWait, useCooldown } from "@/features/session/cooldown";
import { cx } from "@/ui/cx";
import { PasswordField } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { asFailure } from "@/wire/failure";
import { beginAdmin } from "../session/actions";

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
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { secondsLeft, begin } = useCooldown();
  const form = useRef<HTMLFormElement>(null);
  const canSubmit = password !== "" && secondsLeft === 0;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!canSubmit || isBusy) return;
    setRefusal(null);
    setBusy(true);
    try {
      await beginAdmin(password);
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.status === 429) begin(failure.retryAfterSeconds);
      setRefusal(failure.message);
      // A password that was not judged need not be typed again.
      if (failure.status === 401) setPassword("");
      setBusy(false);
      form.current?.querySelector("input")?.focus();
    }
  };

  const type = (next: string) => {
    setPassword(next);
    setRefusal(null);
  };
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
        label="Admin password"
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
              Try again in{" "}
              <span className="font-semibold text-text">{formatWait(secondsLeft)}</span>.
            </span>
          )}
        </Notice>
      )}
      {children({ type: "submit", tone: "gold", busy: isBusy, disabled: !canSubmit })}
    </form>
  );
}
