import { type ChangeEvent, useId } from "react";
import { cx } from "@/ui/cx";
import { Field } from "@/ui/Field";
import { ToggleGroup } from "@/ui/ToggleGroup";
import type { FormField } from "../checker/fields";

type TextFieldProps = {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  isNumber?: boolean;
};

/** A line for seeds, hashes and numbers: nothing corrects or completes what is typed. */
export function ExactField({ value, onValueChange, isNumber = false, ...rest }: TextFieldProps) {
  return (
    <Field
      {...rest}
      value={value}
      onChange={(event: ChangeEvent<HTMLInputElement>) => onValueChange(event.target.value)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={isNumber ? "numeric" : "text"}
      className="[&_input]:font-mono [&_input]:text-sm"
    />
  );
}

type LinesFieldProps = Omit<TextFieldProps, "isNumber"> & { rows?: number; placeholder?: string };

/** Several lines of exact text. */
export function LinesField(props: LinesFieldProps) {
  const { label, value, onValueChange, error, hint, rows = 4, placeholder } = props;
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onValueChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className={cx(
          "well w-full resize-y rounded-md px-3.5 py-3 font-mono text-sm text-text outline-none placeholder:text-faint",
          "focus:border-gold-400/70 focus:ring-3 focus:ring-gold-400/15",
          error !== undefined && "border-loss/60",
        )}
      />
      {note !== undefined && (
        <p
          id={`${id}-note`}
          role={error === undefined ? undefined : "alert"}
          className={cx("text-sm", error === undefined ? "text-muted" : "text-loss")}
        >
          {note}
        </p>
      )}
    </div>
  );
}

type GameFieldProps = {
  field: FormField;
  value: string;
  onValueChange: (value: string) => void;
  error: string | undefined;
};

/** One field of a game's form, as its kind asks for. */
export function GameField({ field, value, onValueChange, error }: GameFieldProps) {
  const { label, hint, kind, options } = field;
  switch (kind) {
    case "choice":
      return (
        <div className="flex flex-col gap-1.5">
          <span aria-hidden="true" className="text-sm font-medium">
            {label}
          </span>
          <ToggleGroup
            label={label}
            value={value}
            onValueChange={onValueChange}
            options={options ?? []}
          />
        </div>
      );
    case "lines":
      return <LinesField {...{ label, hint, value, onValueChange, error }} />;
    case "whole":
    case "text":
      return (
        <ExactField {...{ label, hint, value, onValueChange, error }} isNumber={kind === "whole"} />
      );
  }
}
