import { Field } from "@/ui/Field";
import { useSetting } from "../form";
import * as texts from "../texts/en";
import { isUnread, unread } from "../values";

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** A month, written as "2026-01"; browsers that have one offer a picker. */
export function MonthSetting({
  path,
  label,
  hint,
}: {
  path: string;
  label: string;
  hint?: string;
}) {
  const { value, change, error, isLocked, lockNote } = useSetting(path);
  const note = lockNote ?? hint;
  const text = isUnread(value) ? value.unread : String(value);
  return (
    <Field
      type="month"
      label={label}
      value={text}
      onChange={({ target }) =>
        change(MONTH.test(target.value) ? target.value : unread(target.value))
      }
      disabled={isLocked}
      {...(note !== undefined && { hint: note })}
      error={isUnread(value) ? texts.enterMonth : error}
    />
  );
}
