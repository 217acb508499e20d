import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useSubmit } from "@/data/use-submit";
import { takeMember } from "@/features/session/renewal";
import type { Member } from "@/features/session/store";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { answer, api } from "@/wire/http";
import { unknownChange } from "@/wire/submit";
import * as texts from "./texts/en";
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
  const { errors } = form.formState;
  const typed = useWatch({ control: form.control, name: "username" });
  const { reset } = form;

  // A name that was changed elsewhere; what is being typed here stays.
  useEffect(() => reset({ username: name }, { keepDirtyValues: true }), [name, reset]);

  const { isBusy, submit } = useSubmit({
    // The call replaces both, so the email has to be known.
    send: (body: { username: string; email: string }) =>
      answer(api.PUT("/api/auth/update-profile", { body })),
    onAnswer: ({ user }) => {
      reset({ username: user.username });
      takeMember(user);
      say("success", texts.profileSaved);
    },
    onFailure: ({ failure }) => {
      const said = failure.error === "username_taken" ? failure.message : failure.fields.username;
      if (failure.error === "account_inactive") say("error", failure.message);
      else if (said === undefined) say("error", texts.profileFailed, unknownChange(failure));
      else form.setError("username", { message: said });
    },
  });
  const onSubmit = form.handleSubmit(async ({ username }) => {
    if (email === null) return;
    hush();
    await submit({ username, email });
  });

  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="mt-5">
      <Field
        label={texts.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={texts.usernameHint}
        error={errors.username?.message}
        {...form.register("username", { onChange: () => form.clearErrors("username") })}
      />
      <div className="mt-3 flex min-h-11 items-center justify-between gap-4">
        <Message message={message} isBare className="min-w-0 flex-1" />
        <Button
          type="submit"
          tone="gold"
          busy={isBusy}
          className="ml-auto"
          disabled={typed.trim() === name || errors.username !== undefined || email === null}
        >
          {isBusy ? texts.saving : texts.saveChanges}
        </Button>
      </div>
    </form>
  );
}
