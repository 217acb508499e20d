import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useSubmit } from "@/data/use-submit";
import { useSite } from "@/features/site/queries";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { answer, api } from "@/wire/http";
import { AuthCard, AuthFailure } from "./AuthCard";
import { useCooldown } from "./cooldown";
import * as texts from "./texts/en";
import { forgotSchema } from "./validation";

/**
 * /forgot-password (docs/decisions.md, E9). What it says after sending is the same for an address
 * that has an account and for one that has none.
 */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <AuthCard
      title={sentTo === null ? texts.forgotHeading : texts.sentHeading}
      lead={sentTo === null ? texts.forgotLead : texts.sentLead}
      footer={
        <Link
          to="/login"
          className="inline-flex min-h-11 items-center font-semibold text-text underline decoration-line-strong underline-offset-4 hover:decoration-gold-400"
        >
          {texts.backToLogin}
        </Link>
      }
    >
      {sentTo === null ? (
        <ForgotFields onSent={setSentTo} />
      ) : (
        <Sent address={sentTo} onAgain={() => setSentTo(null)} />
      )}
    </AuthCard>
  );
}

function ForgotFields({ onSent }: { onSent: (address: string) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const hasMail = useSite()?.features.mail ?? true;
  const cooldown = useCooldown();
  const form = useForm<{ email: string }>({
    resolver: standardSchemaResolver(forgotSchema),
    mode: "onBlur",
    reValidateMode: "onBlur",
    defaultValues: { email: "" },
  });
  const { errors } = form.formState;
  const email = useWatch({ control: form.control, name: "email" });

  const { isBusy, submit } = useSubmit({
    send: (body: { email: string }) => answer(api.POST("/api/auth/forgot-password", { body })),
    onAnswer: (_, { email: address }) => onSent(address),
    onFailure: ({ failure }) => {
      cooldown.beginAfter(failure);
      if (failure.fields.email !== undefined)
        form.setError("email", { message: failure.fields.email });
      else setRefusal(failure.message);
    },
  });
  const onSubmit = form.handleSubmit(async (body) => {
    setRefusal(null);
    await submit(body);
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="mt-7 flex flex-col gap-4"
    >
      {!hasMail && <Notice>{texts.noMail}</Notice>}
      <Field
        label={texts.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        error={errors.email?.message}
        {...form.register("email", {
          onChange: () => {
            form.clearErrors("email");
            setRefusal(null);
          },
        })}
      />
      <AuthFailure message={refusal} secondsLeft={cooldown.secondsLeft} />
      <Button
        type="submit"
        tone="gold"
        size="lg"
        busy={isBusy}
        disabled={email === "" || errors.email !== undefined || cooldown.secondsLeft > 0}
      >
        {isBusy ? texts.sendingLink : texts.sendLink}
      </Button>
    </form>
  );
}

function Sent({ address, onAgain }: { address: string; onAgain: () => void }) {
  const hasMail = useSite()?.features.mail ?? true;
  return (
    <div className="mt-7 flex flex-col gap-5">
      <p role="status" className="well rounded-md px-4 py-3.5 text-sm [overflow-wrap:anywhere]">
        {hasMail
          ? texts.linkSent(<strong>{address}</strong>)
          : texts.linkReady(<strong>{address}</strong>)}
      </p>
      <Button size="lg" onClick={onAgain}>
        {texts.anotherAddress}
      </Button>
    </div>
  );
}
