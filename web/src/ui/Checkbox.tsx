import { Check, CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx";

type CheckboxProps = Omit<ComponentProps<"input">, "id" | "type"> & {
  label: ReactNode;
  error?: string | undefined;
};

/** A checkbox whose whole line can be pressed. */
export function Checkbox({ label, error, className, ...input }: CheckboxProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={className}>
      <div className="flex min-h-11 items-center gap-3">
        <span className="relative inline-flex size-5.5 shrink-0">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : noteId}
            className={cx(
              "peer well size-full cursor-pointer appearance-none rounded-[7px] border-line-strong transition-colors",
              "before:absolute before:-inset-2.75 before:content-['']",
              "checked:border-gold-400 checked:bg-gold-400 hover:border-ink-600 checked:hover:border-gold-300",
              "disabled:cursor-not-allowed disabled:opacity-50",
              error !== undefined && "border-loss/70",
            )}
          />
          <Check
            aria-hidden="true"
            strokeWidth={3.25}
            className="pointer-events-none absolute inset-0 m-auto size-4 scale-50 text-on-gold opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100"
          />
        </span>
        <label htmlFor={id} className="cursor-pointer text-sm text-muted">
          {label}
        </label>
      </div>
      {error !== undefined && (
        <p id={noteId} role="alert" className="flex items-start gap-1.5 text-sm text-loss">
          <CircleAlert aria-hidden="true" className="mt-0.75 size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
