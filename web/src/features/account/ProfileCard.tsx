import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { takeMember } from "@/features/session/renewal";
import type { Member } from "@/features/session/store";
import { useSite } from "@/features/site/queries";
import { useShownBalance } from "@/features/wallet/balance";
import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Field } from "@/ui/Field";
import { Points } from "@/ui/Points";
import { asFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { EmailPart } from "./EmailPart";
import { Said, useMessage } from "./message";
import { Section } from "./Section";
import { type ProfileForm, profileSchema } from "./validation";

/** Name, address, points and account ID. */
export function ProfileCard({ member }: { member: Member }) {
  const balance = useShownBalance();
  return (
    <Section id="profile" title="Profile Information">
      <UsernameForm member={member} />
      <EmailPart member={member} />
      <div className="mt-5 flex items-center justify-between gap-4 border-t border-line pt-5">
        <div>
          <p className="text-sm font-medium">Points balance</p>
          <Points amount={balance} ticking className="mt-1 font-display text-xl" />
        </div>
        <Link
          to="/statement"
          className="inline-flex min-h-11 items-center text-sm text-muted underline decoration-line-strong underline-offset-4 transition-colors hover:text-text"
        >
          Statement
        </Link>
      </div>
      <AccountId id={member.account_id} />
    </Section>
  );
}

function UsernameForm({ member }: { member: Member }) {
  const { username: name } = member;
  const { message, say, hush } = useMessage();
  const form = useForm<ProfileForm>({
    resolver: standardSchemaResolver(profileSchema),
    mode: "onBlur",
    reValidateMode: "onBlur",
    defaultValues: { username: name },
  });
  const { errors, isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: "username" });
  const { reset } = form;

  // A name that was changed elsewhere; what is being typed here stays.
  useEffect(() => reset({ username: name }, { keepDirtyValues: true }), [name, reset]);

  const submit = form.handleSubmit(async ({ username }) => {
    hush();
    try {
      const body = { username, email: member.email };
      const { user } = await answer(api.PUT("/api/auth/update-profile", { body }));
      reset({ username: user.username });
      takeMember(user);
      say("success", "Profile updated successfully!");
    } catch (thrown) {
      const failure = asFailure(thrown);
      const said = failure.error === "username_taken" ? failure.message : failure.fields.username;
      if (said === undefined) say("error", "Failed to update profile. Please try again.");
      else form.setError("username", { message: said });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-5">
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint="3 to 24 letters, numbers or underscores."
        error={errors.username?.message}
        {...form.register("username", { onChange: () => form.clearErrors("username") })}
      />
      <div className="mt-3 flex min-h-11 items-center justify-between gap-4">
        <Said message={message} className="min-w-0 flex-1" />
        <Button
          type="submit"
          tone="gold"
          busy={isSubmitting}
          disabled={typed.trim() === name || errors.username !== undefined}
        >
          {isSubmitting ? "Saving…" : "Save Changes"}
        </Button>
      </div>
    </form>
  );
}

/** The public code of the account, for the chat. */
function AccountId({ id }: { id: string }) {
  const hasChat = useSite()?.features.chat;
  const { message, say } = useMessage();
  return (
    <div className="mt-5 border-t border-line pt-5">
      <p className="text-sm font-medium">Account ID</p>
      <div className="well mt-1.5 flex items-center justify-between gap-3 rounded-md py-0.5 pr-1 pl-4">
        <span className="min-w-0 truncate font-mono text-base tracking-[0.12em]">{id}</span>
        <CopyButton
          text={id}
          what="account ID"
          onOutcome={(outcome) =>
            outcome === "copied"
              ? say("success", "Account ID copied to clipboard!")
              : say("error", "Could not copy it. Select the text and copy it by hand.")
          }
        />
      </div>
      <p className="mt-1.5 min-h-5 text-sm text-muted">
        {hasChat === true && (
          <>
            Use <span className="whitespace-nowrap text-text">'!verify {id}'</span> in the Kick chat
            to link your account there.
          </>
        )}
        {hasChat === false && "Chat commands are not set up on this site."}
      </p>
      <Said message={message} className="mt-1 min-h-5" />
    </div>
  );
}
