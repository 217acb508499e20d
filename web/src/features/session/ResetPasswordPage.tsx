import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useSubmit } from "@/data/use-submit";
import { Button, buttonClass } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { toast } from "@/ui/toast";
import { answer, api } from "@/wire/http";
import { AuthCard, AuthFailure } from "./AuthCard";
import { signOut } from "./actions";
import { useCooldown } from "./cooldown";
import { NewPasswordFields } from "./NewPasswordFields";
import * as texts from "./texts/en";
import { resetSchema } from "./validation";

type ResetPasswordPageProps = {
  token: string | null;
  /** The link is "This wasn't me": its reader did not sign up. */
  notMe?: boolean;
};

/**
 * /reset-password (docs/decisions.md, E9): a new password for whoever holds the link of the mail.
 */
export function ResetPasswordPage({ token, notMe = false }: ResetPasswordPageProps) {
  // Why the link opens nothing; asking for a new one is then all that is left to do.
  const [refusal, setRefusal] = useState<string | null>(
    token === null ? texts.linkIncomplete : null,
  );
  const isDead = token === null || refusal !== null;
  return (
    <AuthCard
      title={isDead ? texts.linkDead : notMe ? texts.notMeHeading : texts.resetHeading}
      lead={
        isDead
          ? notMe
            ? texts.notMeDeadLead
            : texts.linkDeadLead
          : notMe
            ? texts.notMeLead
            : texts.resetLead
      }
      footer={
        <Link
          to="/login"
          className="inline-flex min-h-11 items-center font-semibold text-text underline decoration-line-strong underline-offset-4 hover:decoration-gold-400"
        >
          {texts.backToLogin}
        </Link>
      }
    >
      {isDead ? (
        <div className="mt-7 flex flex-col gap-5">
          <Notice tone="error">{refusal}</Notice>
          <Link to="/forgot-password" className={buttonClass("gold", "lg")}>
            {texts.requestNewLink}
          </Link>
        </div>
      ) : (
        <ResetFields token={token} onDeadLink={setRefusal} />
      )}
    </AuthCard>
  );
}

/** Refusals that another try with the same link cannot change. */
const linkRefusals: ReadonlySet<string> = new Set(["bad_link", "account_inactive"]);

type ResetForm = { password: string; confirm: string };
type ResetFieldsProps = { token: string; onDeadLink: (why: string) => void };

function ResetFields({ token, onDeadLink }: ResetFieldsProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const cooldown = useCooldown();
  const navigate = useNavigate();
  const form = useForm<ResetForm>({
    resolver: standardSchemaResolver(resetSchema),
    mode: "onBlur",
    reValidateMode: "onBlur",
    defaultValues: { password: "", confirm: "" },
  });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });

  const { isBusy, submit } = useSubmit({
    send: (newPassword: string) =>
      answer(api.POST("/api/auth/reset-password", { body: { token, newPassword } })),
    onAnswer: async ({ message }) => {
      // The login is for guests, and the tokens from before hold no longer.
      signOut();
      // The server says what it removed.
      toast({ text: message, tone: "success" });
      await navigate({ to: "/login", replace: true });
    },
    onFailure: ({ failure }) => {
      cooldown.beginAfter(failure);
      if (failure.fields.newPassword !== undefined)
        form.setError("password", { message: failure.fields.newPassword });
      else if (linkRefusals.has(failure.error)) onDeadLink(failure.message);
      else setRefusal(failure.message);
    },
  });
  const onSubmit = form.handleSubmit(async (typed) => {
    setRefusal(null);
    await submit(typed.password);
  });

  const field = (name: keyof ResetForm) =>
    form.register(name, {
      onChange: () => {
        form.clearErrors(name);
        setRefusal(null);
      },
    });

  return (
    <form
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="mt-7 flex flex-col gap-4"
    >
      <NewPasswordFields
        password={{
          label: texts.newPassword,
          error: errors.password?.message,
          field: field("password"),
        }}
        confirm={{
          label: texts.confirmNewPassword,
          error: errors.confirm?.message,
          field: field("confirm"),
        }}
        typed={password}
      />
      <AuthFailure message={refusal} secondsLeft={cooldown.secondsLeft} />
      <Button type="submit" tone="gold" size="lg" busy={isBusy} disabled={cooldown.secondsLeft > 0}>
        {isBusy ? texts.settingPassword : texts.setPassword}
      </Button>
    </form>
  );
}
