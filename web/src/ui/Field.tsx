import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { cx } from "./cx";
import * as texts from "./texts/en";

type FieldProps = Omit<ComponentProps<"input">, "id" | "prefix"> & {
  label: string;
  /** A line under the field while there is no error. */
  hint?: ReactNode;
  /** Said in place of the hint, and read out when it appears. */
  error?: string | undefined;
  prefix?: ReactNode;
  suffix?: ReactNode;
  labelHidden?: boolean;
};

/** A labelled text input with room for a hint and an error. */
export function Field({
  label,
  hint,
  error,
  prefix,
  suffix,
  labelHidden = false,
  className,
  ...input
}: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className={cx("text-sm font-medium text-text", labelHidden && "sr-only")}>
        {label}
      </label>
      <div
        className={cx(
          "well flex min-h-12 items-center gap-1 rounded-md transition-colors",
          "focus-within:border-gold-400/70 focus-within:ring-3 focus-within:ring-gold-400/15",
          error !== undefined &&
            "border-loss/60 focus-within:border-loss focus-within:ring-loss/15",
          input.disabled === true && "opacity-60",
        )}
      >
        {prefix !== undefined && <span className="pl-3.5 text-muted">{prefix}</span>}
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : noteId}
          className={cx(
            "min-w-0 flex-1 self-stretch bg-transparent px-3.5 text-base text-text outline-none",
            "placeholder:text-faint disabled:cursor-not-allowed",
          )}
        />
        {suffix}
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}

/** The line under a field: its hint, or what is wrong with it. */
export function FieldNote({
  id,
  error,
  hint,
}: {
  id: string;
  error: string | undefined;
  hint: ReactNode;
}) {
  if (error === undefined && hint === undefined) return null;
  return (
    <p
      id={id}
      role={error === undefined ? undefined : "alert"}
      className={cx(
        "flex items-start gap-1.5 text-sm",
        error === undefined ? "text-muted" : "text-loss",
      )}
    >
      {error !== undefined && (
        <CircleAlert aria-hidden="true" className="mt-0.75 size-4 shrink-0" />
      )}
      <span>{error ?? hint}</span>
    </p>
  );
}

/** A field for a password with a button that shows what was typed. */
export function PasswordField(props: Omit<FieldProps, "type" | "suffix">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      suffix={
        <button
          type="button"
          aria-label={shown ? texts.hidePassword : texts.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="mr-0.5 inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-muted transition-colors hover:text-text"
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      }
    />
  );
}
