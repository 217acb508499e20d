import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Control, Controller, useForm, useWatch } from "react-hook-form";
import { useSubmit } from "@/data/use-submit";
import { askForPasskey, canUsePasskeys } from "@/features/sign-in/passkeys";
import * as signInTexts from "@/features/sign-in/texts/login.en";
import { useSite } from "@/features/site/queries";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Field, PasswordField } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import type { CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { AuthCard, AuthFailure } from "./AuthCard";
import { beginSession } from "./actions";
import { useCooldown } from "./cooldown";
import { KickButton } from "./KickButton";
import { KickEntry, refusalOf } from "./KickEntry";
import { useKickReturn } from "./kick-visit";
import { loginReason } from "./login-reason";
import { CodeField, useSecondStep } from "./SecondStep";
import * as texts from "./texts/en";
import { type LoginForm, loginSchema } from "./validation";

type LoginPageProps = {
  /** The unchecked `redirect` parameter, handed on to signup. */
  redirect: string | undefined;
  /** What came of a visit to Kick: a ticket that logs in, or a word on why there is none. */
  kick?: string | undefined;
};

/** /login. The route sends members on. */
export function LoginPage({ redirect, kick }: LoginPageProps) {
  const visitResult = useKickReturn(kick);
  const [refusal, setRefusal] = useState(() =>
    visitResult === null ? null : refusalOf(visitResult),
  );
  const reason = loginReason(redirect);
  return (
    <AuthCard
      title={texts.loginHeading}
      lead={texts.loginLead}
      footer={texts.newHere(
        <Link
          to="/signup"
          search={redirect === undefined ? {} : { redirect }}
          className="inline-flex min-h-11 items-center font-semibold text-text underline decoration-line-strong underline-offset-4 hover:decoration-gold-400"
        >
          {texts.createAnAccount}
        </Link>,
      )}
    >
      {visitResult !== null && refusal === null ? (
        <KickEntry ticket={visitResult} onRefused={setRefusal} />
      ) : (
        <>
          {refusal !== null && (
            <Notice tone="error" className="mt-5">
              {refusal}
            </Notice>
          )}
          {reason !== null && refusal === null && <Notice className="mt-5">{reason}</Notice>}
          <LoginFields redirect={redirect} />
        </>
      )}
    </AuthCard>
  );
}

function LoginFields({ redirect }: Pick<LoginPageProps, "redirect">) {
  const hasKick = useSite()?.features.kickSignIn === true;
  const secondStep = useSecondStep();
  const [refusal, setRefusal] = useState<string | null>(null);
  const cooldown = useCooldown();
  const form = useForm<LoginForm>({
    resolver: standardSchemaResolver(loginSchema),
    mode: "onBlur",
    reValidateMode: "onBlur",
    defaultValues: { email: "", password: "", remember: true },
  });
  const { errors } = form.formState;
  const [email, password, remember] = useWatch({
    control: form.control,
    name: ["email", "password", "remember"],
  });
  const ready = email !== "" && password !== "" && Object.keys(errors).length === 0;

  const refuse = (failure: CallFailure) => {
    cooldown.beginAfter(failure);
    setRefusal(failure.isLost ? failure.message : (failure.said ?? texts.loginFailed));
  };
  const { isBusy, submit } = useSubmit({
    send: (body: LoginForm | null) =>
      body === null ? logInWithPasskey(remember) : logIn({ ...body, ...secondStep.given }),
    onAnswer: beginSession,
    onFailure: ({ failure }) => {
      if (secondStep.takes(failure)) return;
      for (const [name, message] of Object.entries(failure.fields)) {
        if (name === "email" || name === "password") form.setError(name, { message });
      }
      refuse(failure);
    },
  });
  const onSubmit = form.handleSubmit(async (body) => {
    setRefusal(null);
    await submit(body);
  });

  const clearing = (name: "email" | "password") => ({
    onChange: () => {
      // Another account may have no second factor.
      if (name === "email") secondStep.reset();
      form.clearErrors(name);
      setRefusal(null);
    },
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="mt-5 flex flex-col gap-4 sm:mt-7"
    >
      <Field
        label={texts.emailOrUsername}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register("email", clearing("email"))}
      />
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password", clearing("password"))}
      />
      {secondStep.code !== null && <CodeField {...secondStep} code={secondStep.code} />}
      <RememberRow control={form.control} />
      <AuthFailure message={refusal} secondsLeft={cooldown.secondsLeft} />
      <Button
        type="submit"
        tone="gold"
        size="lg"
        busy={isBusy}
        disabled={!ready || secondStep.code?.trim() === "" || cooldown.secondsLeft > 0}
      >
        {isBusy ? texts.loggingIn : texts.logIn}
      </Button>
      <PasskeyButton
        disabled={isBusy || cooldown.secondsLeft > 0}
        onPress={() => {
          setRefusal(null);
          void submit(null);
        }}
      />
      {hasKick && (
        <KickButton
          text={texts.kickLogin}
          remember={remember}
          redirect={redirect}
          disabled={isBusy || cooldown.secondsLeft > 0}
          onFailure={refuse}
        />
      )}
    </form>
  );
}

const logIn = (body: LoginForm & { code?: string }) =>
  answer(api.POST("/api/auth/login", { body }));

async function logInWithPasskey(remember: boolean) {
  const body = { passkey: await askForPasskey(), remember };
  return answer(api.POST("/api/auth/login/passkey", { body }));
}

/** Where the site and the browser have passkeys. */
function PasskeyButton({ disabled, onPress }: { disabled: boolean; onPress: () => void }) {
  const site = useSite();
  if (site?.features.passkeys !== true || !canUsePasskeys()) return null;
  return (
    <Button disabled={disabled} onClick={onPress}>
      {signInTexts.loginWithPasskey}
    </Button>
  );
}

function RememberRow({ control }: { control: Control<LoginForm> }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <Controller
        control={control}
        name="remember"
        render={({ field: { value, onChange, ...field } }) => (
          <Checkbox
            {...field}
            label={texts.rememberMe}
            checked={value}
            onChange={(event) => onChange(event.target.checked)}
          />
        )}
      />
      <Link
        to="/forgot-password"
        className="inline-flex min-h-11 items-center text-sm text-muted underline decoration-line-strong underline-offset-4 transition-colors hover:text-text"
      >
        {texts.forgotPasswordLink}
      </Link>
    </div>
  );
}
