import { useId } from "react";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { useSetting } from "../form";
import * as texts from "../texts/en";

const COLOUR = /^#[0-9a-f]{6}$/i;
/** The colour that the server names in place of one that it refuses. */
const NAMED = /#[0-9a-f]{6}/i;

/** A colour: as it is written, or from the browser's own picker. */
export function ColourSetting({
  path,
  label,
  hint,
}: {
  path: string;
  label: string;
  hint: string;
}) {
  const { value, change, error, isLocked, lockNote } = useSetting(path);
  const pickerId = useId();
  const text = typeof value === "string" ? value : "";
  const suggested = error === undefined ? undefined : NAMED.exec(error)?.[0];
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="flex w-full items-start gap-3">
        <Field
          className="min-w-0 flex-1"
          label={label}
          value={text}
          onChange={(event) => change(event.target.value.trim())}
          disabled={isLocked}
          error={error}
          hint={lockNote ?? hint}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
        />
        <div className="flex flex-col gap-1.5">
          <label htmlFor={pickerId} className="text-sm font-medium">
            {texts.picker}
          </label>
          <input
            id={pickerId}
            type="color"
            value={COLOUR.test(text) ? text.toLowerCase() : "#000000"}
            onChange={(event) => change(event.target.value)}
            disabled={isLocked}
            className="well h-12 w-16 cursor-pointer rounded-md p-1.5 disabled:cursor-not-allowed disabled:opacity-60"
          />
        </div>
      </div>
      {suggested !== undefined && (
        <Button
          onClick={() => change(suggested)}
          icon={
            <span
              aria-hidden="true"
              className="size-4.5 rounded-full border border-line-strong"
              style={{ background: suggested }}
            />
          }
        >
          {texts.takeColour(suggested)}
        </Button>
      )}
    </div>
  );
}
