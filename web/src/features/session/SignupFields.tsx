import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useRef, useState } from "react";
import { Controller, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Spinner } from "@/ui/Spinner";
import type { CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { AuthFailure } from "./AuthCard";
import { beginSession } from "./actions";
import { useCooldown } from "./cooldown";
import { NewPasswordFields } from "./NewPasswordFields";
import * as texts from "./texts/en";
import { kickSignupSchema, looksLikeEmail, type SignupForm, signupSchema } from "./validation";

type SignupFieldsProps = {
  /** A visitor who came from Kick, and needs no password. */
  kick: { ticket: string; username: string } | null;
  /** The visit to Kick is of no use any more. */
  onTooLate: (text: string) => void;
};

/** The form of a new member. */
export function SignupFields({ kick, onTooLate }: SignupFieldsProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const cooldown = useCooldown();
  const form = useForm<SignupForm>({
    resolver: standardSchemaResolver(kick === null ? signupSchema : kickSignupSchema),
    mode: "onBlur",
    reValidateMode: "onBlur",
    defaultValues: {
      username: kick?.username ?? "",
      email: "",
      password: "",
      confirm: "",
      namedOnAir: false,
      terms: false,
    },
  });
  const { errors, isSubmitting } = form.formState;
  const emailCheck = useEmailCheck(form);
  const password = useWatch({ control: form.control, name: "password" });

  const { submit } = useSubmit({
    send: (typed: SignupForm) => send(typed, kick?.ticket),
    onAnswer: beginSession,
    onFailure: ({ failure }) => {
      cooldown.beginAfter(failure);
      if (isOver(failure)) onTooLate(failure.message);
      else if (!showAtField(form, failure))
        setRefusal(failure.isLost ? failure.message : (failure.said ?? texts.signupFailed));
    },
  });
  const onSubmit = form.handleSubmit(async (values) => {
    setRefusal(null);
    if ((await emailCheck.run(values.email)) !== "taken") await submit(values);
  });

  const field = (name: keyof SignupForm) =>
    form.register(name, {
      onChange: () => {
        form.clearErrors(name);
        setRefusal(null);
      },
      onBlur: () => {
        if (name === "email") void emailCheck.run(form.getValues("email"));
      },
    });

  const secret = (name: "password" | "confirm", label: string) => ({
    label,
    error: errors[name]?.message,
    field: field(name),
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="mt-5 flex flex-col gap-4 sm:mt-7"
    >
      <Field
        label={texts.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={texts.usernameHint}
        error={errors.username?.message}
        {...field("username")}
      />
      <Field
        label={texts.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        error={errors.email?.message}
        suffix={<EmailMark state={errors.email ? "unknown" : emailCheck.state} />}
        {...field("email")}
      />
      {kick === null && (
        <NewPasswordFields
          password={secret("password", texts.password)}
          confirm={secret("confirm", texts.confirmPassword)}
          typed={password}
        />
      )}
      <Checkbox {...form.register("namedOnAir")} label={texts.nameMeOnAir} />
      <TermsCheckbox form={form} />
      <AuthFailure message={refusal} secondsLeft={cooldown.secondsLeft} />
      <Button
        type="submit"
        tone="gold"
        size="lg"
        busy={isSubmitting}
        disabled={cooldown.secondsLeft > 0}
      >
        {isSubmitting ? texts.creatingAccount : texts.createAccount}
      </Button>
    </form>
  );
}

/** Creates the account, with a password or with the ticket of a visit to Kick. */
function send({ username, email, password, namedOnAir }: SignupForm, ticket: string | undefined) {
  const names = { username, email, namedOnAir };
  const createdAt = new Date().toISOString();
  return answer(
    ticket === undefined
      ? api.POST("/api/auth/signup", { body: { ...names, password, createdAt } })
      : api.POST("/api/kick/sign-up", { body: { ...names, ticket } }),
  );
}

/** Nothing that is typed here makes this visit to Kick one that signs up. */
const isOver = ({ error }: CallFailure): boolean =>
  error === "bad_ticket" || error === "kick_taken" || error === "kick_off";

function TermsCheckbox({ form }: { form: UseFormReturn<SignupForm> }) {
  return (
    <Controller
      control={form.control}
      name="terms"
      render={({ field: { value, onChange, ...field } }) => (
        <Checkbox
          {...field}
          checked={value}
          error={form.formState.errors.terms?.message}
          onChange={(event) => {
            onChange(event.target.checked);
            form.clearErrors("terms");
          }}
          label={texts.agreeToTerms(
            <Link
              to="/terms-of-service"
              target="_blank"
              rel="noopener"
              className="font-medium text-text underline decoration-line-strong underline-offset-4 hover:decoration-gold-400"
            >
              {texts.termsOfService}
              <span className="sr-only">{texts.newTab}</span>
            </Link>,
          )}
        />
      )}
    />
  );
}

type EmailState = "unknown" | "checking" | "free" | "taken";

/**
 * Asks the server whether an address is taken. A failed check counts as "not taken": the signup
 * itself still refuses a taken one.
 */
function useEmailCheck(form: UseFormReturn<SignupForm>) {
  const [state, setState] = useState<EmailState>("unknown");
  const latest = useRef("");

  const run = async (typed: string): Promise<EmailState> => {
    const email = typed.trim();
    latest.current = email;
    if (!looksLikeEmail(email)) {
      setState("unknown");
      return "unknown";
    }
    setState("checking");
    const outcome = await answer(api.POST("/api/auth/check-email", { body: { email } })).then(
      ({ exists }): EmailState => (exists ? "taken" : "free"),
      (): EmailState => "unknown",
    );
    // The address was changed while the answer was on its way.
    if (latest.current !== email || form.getValues("email").trim() !== email) {
      setState("unknown");
      return outcome;
    }
    setState(outcome);
    if (outcome === "taken") form.setError("email", { message: texts.emailTaken });
    return outcome;
  };

  return { state, run };
}

function EmailMark({ state }: { state: EmailState }) {
  return (
    <span role="status" className="flex items-center">
      {state === "checking" && (
        <>
          <Spinner className="mr-3.5 size-4.5 text-muted" />
          <span className="sr-only">{texts.emailChecking}</span>
        </>
      )}
      {state === "free" && (
        <>
          <CircleCheck aria-hidden="true" className="mr-3.5 size-4.5 text-win" />
          <span className="sr-only">{texts.emailFree}</span>
        </>
      )}
    </span>
  );
}

/** Puts a refusal under the field it speaks of. False when it speaks of none. */
function showAtField(form: UseFormReturn<SignupForm>, failure: CallFailure): boolean {
  if (failure.error === "email_taken") form.setError("email", { message: failure.message });
  else if (failure.error === "username_taken")
    form.setError("username", { message: failure.message });
  else {
    let shown = false;
    for (const name of ["username", "email", "password"] as const) {
      const message = failure.fields[name];
      if (message === undefined) continue;
      form.setError(name, { message });
      shown = true;
    }
    return shown;
  }
  return true;
}
