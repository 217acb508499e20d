import type { ReactNode } from "react";
import { Field } from "@/ui/Field";
import { useForm, useSetting } from "../form";
import * as texts from "../texts/en";

type TextSettingProps = {
  path: string;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  maxLength?: number;
  isAddress?: boolean;
  /** It may not be left empty. */
  isRequired?: boolean;
  className?: string;
};

/** A text of the settings. */
export function TextSetting(props: TextSettingProps) {
  const { path, label, hint, placeholder, maxLength, isRequired = false, className } = props;
  const { value, change, error, isLocked, lockNote } = useSetting(path);
  const note = lockNote ?? hint;
  const { attempts } = useForm();
  const text = typeof value === "string" ? value : "";
  const missing = attempts > 0 ? problemOf(text, props) : undefined;
  return (
    <Field
      label={label}
      value={text}
      onChange={(event) => change(event.target.value)}
      disabled={isLocked}
      error={missing ?? error}
      {...(note !== undefined && { hint: note })}
      {...(placeholder !== undefined && { placeholder })}
      {...(maxLength !== undefined && { maxLength })}
      {...(className !== undefined && { className })}
      {...(props.isAddress === true && { type: "url", inputMode: "url", spellCheck: false })}
      aria-required={isRequired}
      autoComplete="off"
    />
  );
}

/** The server refuses it, too, but it names a list and not the entry. */
function problemOf(text: string, props: TextSettingProps): string | undefined {
  const { isRequired = false, isAddress = false } = props;
  if (text.trim() === "") return isRequired ? texts.required : undefined;
  return isAddress && !/^https:\/\/\S+$/.test(text) ? texts.httpsOnly : undefined;
}
