import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx";
import { FieldNote } from "./Field";

type TextAreaProps = Omit<ComponentProps<"textarea">, "id"> & {
  label: string;
  /** A line under the field while there is no error. */
  hint?: ReactNode;
  /** Said in place of the hint, and read out when it appears. */
  error?: string | undefined;
};

/** A labelled input for more than one line, with room for a hint and an error. */
export function TextArea({ label, hint, error, className, rows = 3, ...input }: TextAreaProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-medium text-text">
        {label}
      </label>
      <textarea
        {...input}
        id={id}
        rows={rows}
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : noteId}
        className={cx(
          "well rounded-md px-3.5 py-3 text-base text-text outline-none transition-colors placeholder:text-faint",
          "focus:border-gold-400/70 focus:ring-3 focus:ring-gold-400/15",
          error !== undefined && "border-loss/60 focus:border-loss focus:ring-loss/15",
        )}
      />
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}
