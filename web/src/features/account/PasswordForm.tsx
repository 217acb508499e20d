import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import { useSubmit } from "@/data/use-submit";
import { useCooldown } from "@/features/session/cooldown";
import { NewPasswordFields } from "@/features/session/NewPasswordFields";
import { takeToken } from "@/features/session/renewal";
import type { Member } from "@/features/session/store";
import { memberAccount } from "@/features/sign-in/member";
import { reread } from "@/features/sign-in/queries";
import { Button } from "@/ui/Button";
import { PasswordField } from "@/ui/Field";
import { formatCountdown } from "@/ui/format/durations";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { answer, api } from "@/wire/http";
import { unknownChange } from "@/wire/submit";
import * as texts from "./texts/en";
import { firstPasswordSchema, type NewPassword, passwordSchema } from "./validation";

const empty: NewPassword = { current: "", password: "", confirm: "" };

/** Empty fields have no errors, for members who only tab through them. */
const unlessEmpty =
  (rules: Resolver<NewPassword>): Resolver<NewPassword> =>
  (values, context, options) =>
    Object.values(values).every((typed) => typed === "")
      ? { values: empty, errors: {} }
      : rules(values, context, options);

const changed = unlessEmpty(standardSchemaResolver(passwordSchema));
const first = unlessEmpty(standardSchemaResolver(firstPasswordSchema));

type PasswordFormProps = {
  member: Member;
  /** False for a first password, which needs no other one. */
  hasPassword: boolean;
};

/** A new password. The server's fresh token keeps this browser logged in. */
export default function PasswordForm({ member, hasPassword }: PasswordFormProps) {
  const { message, say, hush } = useMessage(BRIEF_MESSAGE_MS);
  const cooldown = useCooldown();
  const form = useForm<NewPassword>({
    resolver: hasPassword ? changed : first,
    mode: "onBlur",
    reValidateMode: "onBlur",
    defaultValues: empty,
  });
  const { errors } = form.formState;
  const [current, password, confirm] = useWatch({
    control: form.control,
    name: ["current", "password", "confirm"],
  });
  const isFilled = (!hasPassword || current !== "") && password !== "" && confirm !== "";

  const { isBusy, submit } = useSubmit({
    send: (typed: NewPassword) => {
      const newPassword = typed.password;
      const body = hasPassword ? { currentPassword: typed.current, newPassword } : { newPassword };
      return answer(api.PUT("/api/auth/change-password", { body }));
    },
    onAnswer: ({ token }) => {
      takeToken(token);
      form.reset(empty);
      say("success", hasPassword ? texts.passwordChanged : texts.passwordSet);
      if (!hasPassword) void reread(memberAccount);
    },
    onFailure: ({ failure }) => {
      cooldown.beginAfter(failure);
      const { currentPassword, newPassword } = failure.fields;
      if (currentPassword !== undefined) form.setError("current", { message: currentPassword });
      if (newPassword !== undefined) form.setError("password", { message: newPassword });
      if (currentPassword === undefined && newPassword === undefined)
        say("error", failure.said ?? texts.passwordFailed, unknownChange(failure));
    },
  });
  const onSubmit = form.handleSubmit(async (typed) => {
    hush();
    await submit(typed);
  });

  const field = (name: keyof NewPassword) =>
    form.register(name, { onChange: () => form.clearErrors(name) });

  return (
    <form
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="mt-5 flex flex-col gap-4"
    >
      {/* For password managers: whose password this is. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={member.email ?? ""}
        readOnly
        hidden
      />
      {hasPassword && (
        <PasswordField
          label={texts.currentPassword}
          autoComplete="current-password"
          error={errors.current?.message}
          {...field("current")}
        />
      )}
      <NewPasswordFields
        password={{
          label: texts.newPassword,
          error: errors.password?.message,
          field: field("password"),
        }}
        confirm={{
          label: texts.confirmPassword,
          error: errors.confirm?.message,
          field: field("confirm"),
        }}
        typed={password}
      />
      <div className="flex min-h-11 items-center justify-between gap-4">
        <Message message={message} isBare className="min-w-0 flex-1" />
        <Button
          type="submit"
          tone="gold"
          busy={isBusy}
          className="ml-auto"
          disabled={!isFilled || Object.keys(errors).length > 0 || cooldown.secondsLeft > 0}
        >
          {cooldown.secondsLeft > 0
            ? texts.tryAgainIn(formatCountdown(cooldown.secondsLeft))
            : hasPassword
              ? texts.changePassword
              : texts.setPassword}
        </Button>
      </div>
    </form>
  );
}
