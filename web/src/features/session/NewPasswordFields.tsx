import { Check, Dot } from "lucide-react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { cx } from "@/ui/cx";
import { PasswordField } from "@/ui/Field";
import { StrengthBar } from "./StrengthBar";
import * as texts from "./texts/fields.en";
import { passwordNeeds } from "./validation";

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
        <StrengthBar password={typed} isRefused={password.error !== undefined} />
        <Needs password={typed} />
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

/** Everything a password needs, before the first try; what it has is marked. */
function Needs({ password }: { password: string }) {
  return (
    <div className="text-xs text-muted">
      <ul aria-label={texts.needs} className="grid grid-cols-2 gap-x-3 gap-y-0.5">
        {passwordNeeds.map(({ text, isMet }) => {
          const isDone = isMet(password);
          const Mark = isDone ? Check : Dot;
          return (
            <li key={text} className={cx("flex items-center gap-1", isDone && "text-win")}>
              <Mark aria-hidden="true" className="size-3.5 shrink-0" />
              {text}
              {isDone && <span className="sr-only">{texts.needMet}</span>}
            </li>
          );
        })}
      </ul>
      <p className="mt-1">{texts.commonRefused}</p>
    </div>
  );
}
