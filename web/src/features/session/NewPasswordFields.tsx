import type { UseFormRegisterReturn } from "react-hook-form";
import { PasswordField } from "@/ui/Field";
import { StrengthBar } from "./StrengthBar";

type Part = { label: string; error: string | undefined; field: UseFormRegisterReturn };

type NewPasswordFieldsProps = {
  password: Part;
  confirm: Part;
  /** What stands in the first field, for the strength bar. */
  typed: string;
};

/** A password that is being set: the field, how strong it is, and the same once more. */
export function NewPasswordFields({ password, confirm, typed }: NewPasswordFieldsProps) {
  return (
    <>
      <div className="flex flex-col gap-2.5">
        <PasswordField
          label={password.label}
          autoComplete="new-password"
          error={password.error}
          {...password.field}
        />
        <StrengthBar password={typed} />
      </div>
      <PasswordField
        label={confirm.label}
        autoComplete="new-password"
        error={confirm.error}
        {...confirm.field}
      />
    </>
  );
}
