import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useSubmit } from "@/data/use-submit";
import { useCooldown } from "@/features/session/cooldown";
import { takeMember } from "@/features/session/renewal";
import type { Member } from "@/features/session/store";
import { useHasPassword } from "@/features/sign-in/member";
import { Button } from "@/ui/Button";
import { Field, PasswordField } from "@/ui/Field";
import { formatCountdown } from "@/ui/format/durations";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { answer, api } from "@/wire/http";
import { unknownChange } from "@/wire/submit";
import * as texts from "./texts/en";
import { emailAloneSchema, emailSchema, type NewEmail } from "./validation";

type EmailFormProps = { member: Member; onCancel: () => void; onSaved: () => void };

/** Another address, with the password that proves whose account it is, if there is one. */
export default function EmailForm({ member, onCancel, onSaved }: EmailFormProps) {
  const { message, say, hush } = useMessage(BRIEF_MESSAGE_MS);
  const cooldown = useCooldown();
  const hasPassword = useHasPassword() ?? true;
  const form = useForm<NewEmail>({
    resolver: standardSchemaResolver(hasPassword ? emailSchema : emailAloneSchema),
    mode: "onBlur",
    reValidateMode: "onBlur",
    defaultValues: { email: member.email ?? "", password: "" },
  });
  const { errors } = form.formState;
  const { setFocus } = form;

  // The button that was pressed has made room for this field.
  useEffect(() => setFocus("email", { shouldSelect: true }), [setFocus]);

  const { isBusy, submit } = useSubmit({
    send: ({ email, password }: NewEmail) => {
      const body = { username: member.username, email, ...(hasPassword && { password }) };
      return answer(api.PUT("/api/auth/update-profile", { body }));
    },
    onAnswer: ({ user }) => {
      takeMember(user);
      onSaved();
    },
    onFailure: ({ failure }) => {
      cooldown.beginAfter(failure);
      const { email = failure.error === "email_taken" ? failure.message : undefined, password } =
        failure.fields;
      if (email !== undefined) form.setError("email", { message: email });
      if (password !== undefined) form.setError("password", { message: password });
      if (email === undefined && password === undefined)
        say(
          "error",
          failure.error === "account_inactive" || failure.error === "proof"
            ? failure.message
            : texts.profileFailed,
          unknownChange(failure),
        );
    },
  });
  const onSubmit = form.handleSubmit(async (typed) => {
    hush();
    await submit(typed);
  });

  const field = (name: keyof NewEmail) =>
    form.register(name, { onChange: () => form.clearErrors(name) });

  return (
    <form
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="mt-3 flex animate-fade flex-col gap-4"
    >
      <Field
        label={texts.newEmail}
        type="email"
        autoComplete="email"
        inputMode="email"
        error={errors.email?.message}
        {...field("email")}
      />
      {hasPassword && (
        <PasswordField
          label={texts.yourPassword}
          autoComplete="current-password"
          error={errors.password?.message}
          {...field("password")}
        />
      )}
      <Message message={message} isBare />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel} disabled={isBusy}>
          {texts.cancel}
        </Button>
        <Button
          type="submit"
          tone="gold"
          busy={isBusy}
          disabled={Object.keys(errors).length > 0 || cooldown.secondsLeft > 0}
        >
          {cooldown.secondsLeft > 0
            ? texts.tryAgainIn(formatCountdown(cooldown.secondsLeft))
            : texts.changeEmail}
        </Button>
      </div>
    </form>
  );
}
