import type { ReactNode } from "react";
import { Checkbox } from "@/ui/Checkbox";
import { useSetting } from "../form";

/** Something that is on or off. */
export function SwitchSetting({
  path,
  label,
  hint,
}: {
  path: string;
  label: string;
  hint?: ReactNode;
}) {
  const { value, change, error, isLocked, lockNote } = useSetting(path);
  const note = lockNote ?? hint;
  return (
    <div>
      <Checkbox
        label={<span className="font-medium text-text">{label}</span>}
        checked={value === true}
        onChange={(event) => change(event.target.checked)}
        disabled={isLocked}
        error={error}
      />
      {note !== undefined && <p className="ml-8.5 text-sm text-muted">{note}</p>}
    </div>
  );
}
