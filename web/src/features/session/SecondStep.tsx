import { useEffect, useRef, useState } from "react";
import * as signInTexts from "@/features/sign-in/texts/login.en";
import { Field } from "@/ui/Field";
import type { CallFailure } from "@/wire/failure";

/** The code of an account with two-step login, once the server has asked for it. */
export function useSecondStep() {
  const [code, setCode] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const takes = (failure: CallFailure) => {
    if (failure.error === "second_factor") setCode("");
    if (failure.error === "wrong_code") setError(failure.message);
    return failure.error === "second_factor" || failure.error === "wrong_code";
  };
  const onType = (typed: string) => {
    setCode(typed);
    setError(undefined);
  };
  const reset = () => {
    setCode(null);
    setError(undefined);
  };
  return { code, error, takes, onType, reset, given: code === null ? {} : { code } };
}

type CodeFieldProps = { code: string; error: string | undefined; onType: (code: string) => void };

/** Takes the focus, because it has just been asked for. */
export function CodeField({ code, error, onType }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Field
      ref={field}
      label={signInTexts.loginCode}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      value={code}
      error={error}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
