import { queryOptions, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSubmit } from "@/data/use-submit";
import { useCooldown } from "@/features/session/cooldown";
import { canUsePasskeys } from "@/features/sign-in/passkeys";
import * as signInTexts from "@/features/sign-in/texts/login.en";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Field, PasswordField } from "@/ui/Field";
import { formatCountdown } from "@/ui/format/durations";
import { Notice } from "@/ui/Notice";
import type { CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { type AdminLogin, beginAdmin, beginAdminWithPasskey } from "../session/actions";
import * as texts from "./texts/en";

/** What a login asks for: the name, not while the owner is alone; whether passkeys work. */
const loginQuery = queryOptions({
  queryKey: ["panel-login"],
  queryFn: () => answer(api.GET("/api/admin/login")),
  staleTime: 0,
});

/** A login to the panel: what has been typed, and what the server said to it. */
type Login = {
  /** What it asks for is known, or can't be found out. */
  isKnown: boolean;
  asksName: boolean;
  name: string;
  nameError: string | undefined;
  password: string;
  asksCode: boolean;
  code: string;
  codeError: string | undefined;
  hasPasskeys: boolean;
  type: (typed: { name?: string; password?: string; code?: string }) => void;
  withPasskey: () => void;
  refusal: string | null;
  secondsLeft: number;
  isBusy: boolean;
  canSubmit: boolean;
  submit: (event: FormEvent) => Promise<void>;
  form: RefObject<HTMLFormElement | null>;
};

/** Kept apart from the form, so that drawing the form again loses nothing. */
export function useLogin(firstName = ""): Login {
  const { data, failureCount } = useQuery(loginQuery);
  const [name, setName] = useState(firstName);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  const [isRefusedNameless, setRefusedNameless] = useState(false);
  const { secondsLeft, begin } = useCooldown();
  const form = useRef<HTMLFormElement>(null);
  const login = useSubmit({
    send: (typed: AdminLogin | null) =>
      typed === null ? beginAdminWithPasskey() : beginAdmin(typed),
    onFailure: ({ failure }) => {
      if (failure.status === 429) begin(failure.retryAfterSeconds);
      // A password that was not checked need not be typed again.
      if (failure.error === "invalid_password") setPassword("");
      // Another person may have joined since the page asked.
      if (failure.fields.name !== undefined) flushSync(() => setRefusedNameless(true));
      if (failure.error === "second_factor") flushSync(() => setAsksCode(true));
      const field = fieldOf(failure);
      form.current?.querySelector<HTMLInputElement>(`[autocomplete=${field}]`)?.focus();
    },
  });
  const { failed, isBusy } = login;
  const nameError = isBusy ? undefined : failed?.failure.fields.name;
  const asksName = data?.asksName === true || isRefusedNameless;
  const isOfCode = failed?.failure.error === "wrong_code";
  const isFirstHalf = failed?.failure.error === "second_factor";
  const codeError = isBusy || !isOfCode ? undefined : failed.failure.message;
  const isTyped = password !== "" && (!asksName || name.trim() !== "");
  const canSubmit = isTyped && secondsLeft === 0 && (!asksCode || code.trim() !== "");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit)
      await login.submit({ password, ...(asksName && { name }), ...(asksCode && { code }) });
  };
  const type = (typed: { name?: string; password?: string; code?: string }) => {
    // A browser that fills in both says so before this is drawn again.
    if (typed.name !== undefined) {
      setName(typed.name);
      // Another person may have no second factor.
      setAsksCode(false);
      setCode("");
    }
    if (typed.password !== undefined) setPassword(typed.password);
    if (typed.code !== undefined) setCode(typed.code);
    login.reset();
  };
  const isAtField = nameError !== undefined || isOfCode || isFirstHalf;
  const refusal = isBusy || isAtField ? null : (failed?.failure.message ?? null);
  return {
    isKnown: data !== undefined || failureCount > 0,
    asksName,
    name,
    nameError,
    password,
    asksCode,
    code,
    codeError,
    hasPasskeys: data?.hasPasskeys === true && canUsePasskeys(),
    type,
    withPasskey: () => void login.submit(null),
    refusal,
    secondsLeft,
    isBusy,
    canSubmit,
    submit,
    form,
  };
}

/** The field that an answer is about, by its purpose. */
function fieldOf({ error, fields }: CallFailure): string {
  if (error === "second_factor" || error === "wrong_code") return "one-time-code";
  return fields.name === undefined ? "current-password" : "username";
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
    asksCode,
    code,
    codeError,
    hasPasskeys,
    type,
    withPasskey,
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
      {asksCode && (
        <Field
          label={signInTexts.loginCode}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          error={codeError}
          onChange={(event) => type({ code: event.target.value })}
        />
      )}
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
      {hasPasskeys && (
        <Button onClick={withPasskey} disabled={isBusy}>
          {signInTexts.loginWithPasskey}
        </Button>
      )}
    </form>
  );
}
