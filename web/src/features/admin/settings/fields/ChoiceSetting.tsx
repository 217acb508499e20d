import { useId } from "react";
import { FieldNote } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { useSetting } from "../form";

type ChoiceSettingProps = {
  path: string;
  label: string;
  options: readonly { value: string; label: string }[];
  hint?: string;
  className?: string;
};

/** Choices with their names, in the order of the names. */
export const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** One of a few choices. */
export function ChoiceSetting({ path, label, options, hint, className }: ChoiceSettingProps) {
  const { value, change, error, isLocked, lockNote } = useSetting(path);
  const id = useId();
  return (
    <div className={className}>
      <Select
        label={label}
        options={options}
        value={typeof value === "string" ? value : ""}
        onValueChange={change}
        disabled={isLocked}
        aria-invalid={error !== undefined}
        aria-describedby={id}
      />
      <div className="mt-1.5">
        <FieldNote id={id} error={error} hint={lockNote ?? hint} />
      </div>
    </div>
  );
}
