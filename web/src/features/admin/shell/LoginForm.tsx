import { queryOptions, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSubmit } from "@/data/use-submit";
import { useCooldown } from "@/features/session/cooldown";
import { cx } from "@/ui/cx";
import { Field, PasswordField } from "@/ui/Field";
import { formatCountdown } from "@/ui/format/durations";
import { Notice } from "@/ui/Notice";
import { answer, api } from "@/wire/http";
import { beginAdmin } from "../session/actions";
import * as texts from "./texts/en";

/** Whether a login names the person: not while the owner is alone. */
const loginQuery = queryOptions({
  queryKey: ["panel-login"],
  queryFn: async () => (await answer(api.GET("/api/admin/login"))).asksName,
  staleTime: 0,
});

/** A login to the panel: what has been typed, and what the server said to it. */
type Login = {
  asksName: boolean;
  name: string;
  nameError: string | undefined;
  password: string;
  type: (typed: { name?: string; password?: string }) => void;
  refusal: string | null;
  secondsLeft: number;
  isBusy: boolean;
  canSubmit: boolean;
  submit: (event: FormEvent) => Promise<void>;
  form: RefObject<HTMLFormElement | null>;
};

/** Kept apart from the form, so that drawing the form again loses nothing. */
export function useLogin(firstName = ""): Login {
  const { data } = useQuery(loginQuery);
  const [name, setName] = useState(firstName);
  const [password, setPassword] = useState("");
  const [isRefusedNameless, setRefusedNameless] = useState(false);
  const { secondsLeft, begin } = useCooldown();
  const form = useRef<HTMLFormElement>(null);
  const login = useSubmit({
    send: beginAdmin,
    onFailure: ({ failure }) => {
      if (failure.status === 429) begin(failure.retryAfterSeconds);
      // A password that was not checked need not be typed again.
      if (failure.error === "invalid_password") setPassword("");
      // Another person may have joined since the page asked.
      if (failure.fields.name !== undefined) flushSync(() => setRefusedNameless(true));
      const field = failure.fields.name === undefined ? "current-password" : "username";
      form.current?.querySelector<HTMLInputElement>(`[autocomplete=${field}]`)?.focus();
    },
  });
  const { failed, isBusy } = login;
  const nameError = isBusy ? undefined : failed?.failure.fields.name;
  const asksName = data === true || isRefusedNameless;
  const canSubmit = password !== "" && secondsLeft === 0 && (!asksName || name.trim() !== "");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit) await login.submit({ password, ...(asksName && { name }) });
  };
  const type = (typed: { name?: string; password?: string }) => {
    // A browser that fills in both says so before this is drawn again.
    if (typed.name !== undefined) setName(typed.name);
    if (typed.password !== undefined) setPassword(typed.password);
    login.reset();
  };
  const refusal = isBusy || nameError !== undefined ? null : (failed?.failure.message ?? null);
  return {
    asksName,
    name,
    nameError,
    password,
    type,
    refusal,
    secondsLeft,
    isBusy,
    canSubmit,
    submit,
    form,
  };
}

type SubmitButton = { type: "submit"; tone: "gold"; busy: boolean; disabled: boolean };

type LoginFormProps = {
  login: Login;
  className?: string;
  /** The buttons, given the state of the one that submits. */
  children: (submit: SubmitButton) => ReactNode;
};

/** Asks for the password, and for the name where the owner is not alone. */
export function LoginForm({ login, className, children }: LoginFormProps) {
  const {
    asksName,
    name,
    nameError,
    password,
    type,
    refusal,
    secondsLeft,
    isBusy,
    canSubmit,
    submit,
    form,
  } = login;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className={cx("flex flex-col gap-4", className)}
    >
      {asksName && (
        <Field
          label={texts.name}
          hint={texts.nameHint}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          error={nameError}
          onChange={(event) => type({ name: event.target.value })}
        />
      )}
      <PasswordField
        label={asksName ? texts.password : texts.adminPassword}
        autoComplete="current-password"
        value={password}
        onChange={(event) => type({ password: event.target.value })}
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
