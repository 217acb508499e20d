import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMutation } from "@tanstack/react-query";
import { BadgeCheck, CircleAlert, MailCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { formatWait, useCooldown } from "@/features/session/cooldown";
import { takeMember } from "@/features/session/renewal";
import type { Member } from "@/features/session/store";
import { useSite } from "@/features/site/queries";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Field, PasswordField } from "@/ui/Field";
import { asFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { Said, type Say, useMessage } from "./message";
import { type EmailForm, emailSchema } from "./validation";

/** The address: read-only once it is verified; before that it can be verified or put right. */
export function EmailPart({ member }: { member: Member }) {
  const [isEditing, setEditing] = useState(false);
  const { message, say } = useMessage();
  const isOpen = isEditing && !member.emailVerified;
  return (
    <div className="mt-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p id="account-email" className="text-sm font-medium">
          Email
        </p>
        <VerifiedBadge isVerified={member.emailVerified} />
      </div>
      {isOpen ? (
        <EmailForm
          member={member}
          onCancel={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            say("success", "Profile updated successfully!");
          }}
        />
      ) : (
        <>
          <p aria-labelledby="account-email" className="mt-1 [overflow-wrap:anywhere]">
            {member.email}
          </p>
          {!member.emailVerified && <Verification say={say} onEdit={() => setEditing(true)} />}
        </>
      )}
      <Said message={message} className="mt-2" />
    </div>
  );
}

function VerifiedBadge({ isVerified }: { isVerified: boolean }) {
  return isVerified ? (
    <Badge tone="win">
      <BadgeCheck aria-hidden="true" className="size-3.5" />
      Verified
    </Badge>
  ) : (
    <Badge>
      <CircleAlert aria-hidden="true" className="size-3.5" />
      Unverified
    </Badge>
  );
}

function Verification({ say, onEdit }: { say: Say; onEdit: () => void }) {
  const features = useSite()?.features;
  const cooldown = useCooldown();
  const send = useMutation({
    networkMode: "always",
    mutationFn: () => answer(api.POST("/api/auth/send-verification")),
    onSuccess: ({ delivery }) =>
      delivery === "mail"
        ? say("success", "Verification email sent! Check your inbox.")
        : say("success", "Your link is ready; ask the streamer for it."),
    onError: (thrown) => {
      const failure = asFailure(thrown);
      if (failure.status === 429) cooldown.begin(failure.retryAfterSeconds);
      say("error", "Failed to send verification email. Please try again.");
    },
  });
  const isWaiting = cooldown.secondsLeft > 0;
  return (
    <>
      <p className="mt-1 text-sm text-muted">
        {features?.verifiedEmailRequired === true &&
          "Free giveaways need a verified email. Check that this is the right one."}
        {features?.mail === false && "Mail is not set up on this site; ask the streamer."}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          size="sm"
          icon={<MailCheck aria-hidden="true" className="size-4.5" />}
          busy={send.isPending}
          disabled={isWaiting}
          onClick={() => send.mutate()}
        >
          {isWaiting
            ? `Send again in ${formatWait(cooldown.secondsLeft)}`
            : "Send Verification Email"}
        </Button>
        <Button size="sm" tone="ghost" onClick={onEdit}>
          Change email
        </Button>
      </div>
    </>
  );
}

type EmailFormProps = { member: Member; onCancel: () => void; onSaved: () => void };

function EmailForm({ member, onCancel, onSaved }: EmailFormProps) {
  const { message, say, hush } = useMessage();
  const cooldown = useCooldown();
  const form = useForm<EmailForm>({
    resolver: standardSchemaResolver(emailSchema),
    mode: "onBlur",
    reValidateMode: "onBlur",
    defaultValues: { email: member.email, password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;

  // The button that was pressed has made room for this field.
  useEffect(() => setFocus("email", { shouldSelect: true }), [setFocus]);

  const submit = form.handleSubmit(async (typed) => {
    hush();
    try {
      const body = { username: member.username, ...typed };
      const { user } = await answer(api.PUT("/api/auth/update-profile", { body }));
      takeMember(user);
      onSaved();
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.status === 429) cooldown.begin(failure.retryAfterSeconds);
      const { email = failure.error === "email_taken" ? failure.message : undefined, password } =
        failure.fields;
      if (email !== undefined) form.setError("email", { message: email });
      if (password !== undefined) form.setError("password", { message: password });
      if (email === undefined && password === undefined)
        say("error", "Failed to update profile. Please try again.");
    }
  });

  const field = (name: keyof EmailForm) =>
    form.register(name, { onChange: () => form.clearErrors(name) });

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-3 flex animate-fade flex-col gap-4"
    >
      <Field
        label="New email"
        type="email"
        autoComplete="email"
        inputMode="email"
        error={errors.email?.message}
        {...field("email")}
      />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...field("password")}
      />
      <Said message={message} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel} disabled={isSubmitting}>
          Cancel
        </Button>
        <Button
          type="submit"
          tone="gold"
          busy={isSubmitting}
          disabled={Object.keys(errors).length > 0 || cooldown.secondsLeft > 0}
        >
          {cooldown.secondsLeft > 0
            ? `Try again in ${formatWait(cooldown.secondsLeft)}`
            : "Change email"}
        </Button>
      </div>
    </form>
  );
}
