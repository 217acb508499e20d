import type { ReactNode } from "react";
import { Field } from "@/ui/Field";
import { wholeAddress } from "../address";
import { useForm, useSetting } from "../form";
import * as texts from "../texts/en";

type TextSettingProps = {
  path: string;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  maxLength?: number;
  /** An address, which begins with https:// or, where it may be of this machine, with http://. */
  address?: "https" | "any";
  /** The platform whose account "@name" is, as kinds of links name it. */
  platform?: string;
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
  // As people type it: a domain alone, or the name of an account.
  const complete = () => {
    const whole = props.address === undefined ? text : wholeAddress(text, props.platform);
    if (whole !== text) change(whole);
  };
  const missing = attempts > 0 ? problemOf(text, props) : undefined;
  return (
    <Field
      label={label}
      value={text}
      onChange={(event) => change(event.target.value)}
      onBlur={complete}
      onKeyDown={({ key }) => {
        // Where it is the only field, it saves the form.
        if (key === "Enter") complete();
      }}
      disabled={isLocked}
      error={missing ?? error}
      {...(note !== undefined && { hint: note })}
      {...(placeholder !== undefined && { placeholder })}
      {...(maxLength !== undefined && { maxLength })}
      {...(className !== undefined && { className })}
      {...(props.address !== undefined && { type: "url", inputMode: "url", spellCheck: false })}
      aria-required={isRequired}
      autoComplete="off"
    />
  );
}

/** The server refuses it, too, but it names a list and not the entry. */
function problemOf(text: string, props: TextSettingProps): string | undefined {
  const { isRequired = false, address } = props;
  if (text.trim() === "") return isRequired ? texts.required : undefined;
  return address === "https" && !/^https:\/\/\S+$/.test(text) ? texts.httpsOnly : undefined;
}
