import { Checkbox } from "@/ui/Checkbox";
import { GroupError } from "../../settings/fields/Group";
import { useSetting } from "../../settings/form";
import { listOf } from "../../settings/values";

type ChecksSettingProps = {
  path: string;
  label: string;
  options: readonly { value: string; label: string }[];
};

/** Some of a few choices; their order means nothing. */
export function ChecksSetting({ path, label, options }: ChecksSettingProps) {
  const { value, change, error, isLocked, lockNote } = useSetting(path);
  const on = listOf(value);
  const set = (changed: string, isOn: boolean) =>
    change(
      options
        .map((option) => option.value)
        .filter((one) => (one === changed ? isOn : on.includes(one))),
    );
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      {lockNote !== undefined && <p className="mt-1 text-sm text-muted">{lockNote}</p>}
      {error !== undefined && <GroupError text={error} />}
      <div className="mt-1 grid gap-x-5 sm:grid-cols-2">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={on.includes(option.value)}
            disabled={isLocked}
            onChange={({ target }) => set(option.value, target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}
