import { type ReactNode, useId } from "react";
import { cx } from "./cx";

type ToggleOption<Value extends string> = { value: Value; label: ReactNode };

type ToggleGroupProps<Value extends string> = {
  label: string;
  options: readonly ToggleOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  disabled?: boolean;
};

/** One of a few choices, all in sight. Built on radio inputs: arrow keys move the choice. */
export function ToggleGroup<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  disabled = false,
}: ToggleGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="well flex gap-1 rounded-md p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              "touch-target relative flex min-w-min flex-1 items-center justify-center gap-2 rounded-[9px] px-3 text-center text-sm font-semibold text-muted transition-colors",
              "has-checked:bg-ink-700 has-checked:text-text has-checked:shadow-card",
              "has-focus-visible:outline-2 has-focus-visible:outline-gold-300",
              disabled ? "cursor-not-allowed opacity-60" : "cursor-pointer hover:text-text",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
              className="absolute inset-0 cursor-[inherit] appearance-none rounded-[9px] outline-none"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
