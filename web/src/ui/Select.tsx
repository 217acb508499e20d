import { ChevronDown } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { cx } from "./cx";

type SelectProps<Value extends string> = Omit<
  ComponentProps<"select">,
  "id" | "value" | "onChange" | "size"
> & {
  label: string;
  labelHidden?: boolean;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** Small ones stand in the rows of a list. */
  size?: "sm" | "md";
};

/** One of a few choices behind a button: the browser's own list, which every device knows. */
export function Select<Value extends string>({
  label,
  labelHidden = false,
  options,
  value,
  onValueChange,
  size = "md",
  className,
  ...select
}: SelectProps<Value>) {
  const id = useId();
  return (
    <div className={cx("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className={cx("text-sm font-medium", labelHidden && "sr-only")}>
        {label}
      </label>
      <span className="relative flex">
        <select
          {...select}
          id={id}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen !== undefined) onValueChange(chosen.value);
          }}
          className={cx(
            "well w-full cursor-pointer appearance-none transition-colors outline-none hover:border-line-strong",
            "focus-visible:border-gold-400/70 focus-visible:ring-3 focus-visible:ring-gold-400/15",
            "disabled:cursor-not-allowed disabled:opacity-60",
            size === "sm"
              ? "touch-target rounded-sm pr-8 pl-3 text-sm"
              : "min-h-12 rounded-md pr-10 pl-3.5 text-base",
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} className="bg-ink-900 text-text">
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className={cx(
            "pointer-events-none absolute inset-y-0 my-auto size-4 text-muted",
            size === "sm" ? "right-2.5" : "right-3.5",
          )}
        />
      </span>
    </div>
  );
}
