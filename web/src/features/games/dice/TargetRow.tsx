import { useState } from "react";
import { Field } from "@/ui/Field";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { type Direction, nearestTarget, TARGET_MAX, TARGET_MIN } from "./model";
import { setDirection, setTarget, useDiceTable } from "./table";
import * as texts from "./texts/en";

const sides: readonly { value: Direction; label: string }[] = [
  { value: "under", label: texts.sides.under },
  { value: "over", label: texts.sides.over },
];

/** The side of the scale that wins, and the target as a number. */
export function TargetRow() {
  const direction = useDiceTable((table) => table.direction);
  const isLocked = useDiceTable((table) => table.run !== null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-stretch gap-3 max-[24rem]:[&_label]:px-1">
      <ToggleGroup
        label={texts.winningSide}
        options={sides}
        value={direction}
        onValueChange={setDirection}
        disabled={isLocked}
      />
      <TargetField isLocked={isLocked} />
    </div>
  );
}

function TargetField({ isLocked }: { isLocked: boolean }) {
  const target = useDiceTable((table) => table.target);
  // What is being typed, until it is left; the slider and the mirroring change the target too.
  const [draft, setDraft] = useState<string | null>(null);

  const settle = () => {
    if (draft !== null) setTarget(nearestTarget(draft) ?? target);
    setDraft(null);
  };

  return (
    <Field
      label={texts.targetLabel(TARGET_MIN, TARGET_MAX)}
      labelHidden
      type="text"
      inputMode="numeric"
      autoComplete="off"
      value={draft ?? String(target)}
      disabled={isLocked}
      onChange={(event) => {
        setDraft(event.target.value);
        const whole = /^\d{1,2}$/.test(event.target.value) ? Number(event.target.value) : 0;
        if (whole >= TARGET_MIN && whole <= TARGET_MAX) setTarget(whole);
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
      }}
      prefix={<span className="text-sm">{texts.target}</span>}
      className="h-full [&>div]:flex-1 [&_input]:pl-2 [&_input]:text-right [&_input]:font-semibold"
    />
  );
}
