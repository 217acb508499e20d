import type { ReactNode } from "react";
import { Field } from "@/ui/Field";
import * as texts from "../texts/en";
import { useNumber } from "./use-number";

/** Largest amount that the server takes. */
export const AMOUNT_MAX = 1_000_000_000;

type NumberSettingProps = {
  path: string;
  label: string;
  labelHidden?: boolean;
  hint?: ReactNode;
  min?: number;
  max?: number;
  hasDecimals?: boolean;
  prefix?: string;
  suffix?: string;
  className?: string;
};

/** A number of the settings. */
export function NumberSetting(props: NumberSettingProps) {
  const { path, label, labelHidden = false, min = 0, max = AMOUNT_MAX } = props;
  const { hasDecimals = false, prefix, suffix, className } = props;
  const { text, type, isWrong, error, isLocked, lockNote } = useNumber(path, {
    min,
    max,
    hasDecimals,
  });
  const hint = lockNote ?? props.hint;
  return (
    <Field
      label={label}
      labelHidden={labelHidden}
      inputMode={hasDecimals ? "decimal" : "numeric"}
      value={text}
      onChange={(event) => type(event.target.value)}
      disabled={isLocked}
      error={isWrong ? texts.numberFrom(min, max, hasDecimals) : error}
      {...(hint !== undefined && { hint })}
      {...(prefix !== undefined && { prefix })}
      {...(suffix !== undefined && {
        suffix: <span className="pr-3.5 text-sm text-muted">{suffix}</span>,
      })}
      {...(className !== undefined && { className })}
      autoComplete="off"
    />
  );
}
