import { useId } from "react";
import { cx } from "@/ui/cx";

type GamePickerProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onValueChange: (value: Value) => void;
};

/** One of several choices that wrap onto lines. Built on radio inputs: arrow keys move the choice. */
export function GamePicker<Value extends string>(props: GamePickerProps<Value>) {
  const { label, options, value, onValueChange } = props;
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              "touch-target relative flex items-center justify-center rounded-full border border-line px-4 text-sm font-semibold text-muted transition-colors",
              "cursor-pointer hover:border-line-strong hover:text-text",
              "has-checked:border-line-strong has-checked:bg-ink-700 has-checked:text-text has-checked:shadow-card",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-300",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
              className="absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
