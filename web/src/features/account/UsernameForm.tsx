import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { takeMember } from "@/features/session/renewal";
import type { Member } from "@/features/session/store";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { asFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { type ProfileForm, profileSchema } from "./validation";

/** The name of the account, to be changed. */
export default function UsernameForm({ member }: { member: Member }) {
  const { username: name, email } = member;
  const { message, say, hush } = useMessage(BRIEF_MESSAGE_MS);
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
    // The call replaces both, so the email has to be known.
    if (email === null) return;
    hush();
    try {
      const body = { username, email };
      const { user } = await answer(api.PUT("/api/auth/update-profile", { body }));
      reset({ username: user.username });
      takeMember(user);
      say("success", "Profile updated successfully!");
    } catch (thrown) {
      const failure = asFailure(thrown);
      const said = failure.error === "username_taken" ? failure.message : failure.fields.username;
      if (failure.error === "account_inactive") say("error", failure.message);
      else if (said === undefined) say("error", "Failed to update profile. Please try again.");
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
        <Message message={message} isBare className="min-w-0 flex-1" />
        <Button
          type="submit"
          tone="gold"
          busy={isSubmitting}
          className="ml-auto"
          disabled={typed.trim() === name || errors.username !== undefined || email === null}
        >
          {isSubmitting ? "Saving…" : "Save Changes"}
        </Button>
      </div>
    </form>
  );
}
