import { useId, useState } from "react";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Dialog } from "@/ui/Dialog";
import { showValue } from "./Differences";
import type { Section } from "./section";
import * as texts from "./texts/en";
import { isSame, type Pair, pairsOf, type Values, valueAt, withPairs } from "./values";

type Side = "mine" | "theirs";

type ConflictDialogProps = {
  section: Section;
  /** The version that mine began with. */
  base: Values;
  mine: Values;
  theirs: Values;
  /** A secret was entered, too. */
  hasSecret: boolean;
  isBusy: boolean;
  onTake: () => void;
  /** Saves the values that were chosen. */
  onSave: (merged: Values) => void;
  onClose: () => void;
};

/** Both versions of what differs, side by side, and which of them to keep. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { section, base, mine, theirs, hasSecret, isBusy, onTake, onSave, onClose } = props;
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const pairs = pairsOf(theirs, mine);
  // What only they have changed is theirs, unless it is chosen otherwise.
  const sideOf = ({ key, after }: Pair): Side =>
    chosen[key] ?? (isSame(valueAt(base, key), after) ? "theirs" : "mine");
  const save = () =>
    onSave(
      withPairs(
        theirs,
        pairs.filter((pair) => sideOf(pair) === "mine"),
      ),
    );
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={texts.conflictTitle}
      description={pairs.length === 0 ? texts.noDifference : texts.conflictText}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {texts.keepEditing}
          </Button>
          <Button onClick={onTake} disabled={isBusy}>
            {texts.takeTheirs}
          </Button>
          {(pairs.length > 0 || hasSecret) && (
            <Button tone="gold" busy={isBusy} onClick={save}>
              {texts.saveChoice}
            </Button>
          )}
        </>
      }
    >
      <div className="mt-5 flex max-h-[44dvh] min-h-0 flex-col gap-3 overflow-auto">
        {pairs.map((pair) => (
          <Choice
            key={pair.key}
            section={section}
            pair={pair}
            side={sideOf(pair)}
            onChoose={(side) => setChosen({ ...chosen, [pair.key]: side })}
          />
        ))}
      </div>
    </Dialog>
  );
}

type ChoiceProps = {
  section: Section;
  pair: Pair;
  side: Side;
  onChoose: (side: Side) => void;
};

function Choice({ section, pair: { key, before, after }, side, onChoose }: ChoiceProps) {
  const option = (value: Side, name: string) => ({
    group: `conflict-${key}`,
    name,
    isChosen: side === value,
    onChoose: () => onChoose(value),
  });
  return (
    <fieldset className="well min-w-0 shrink-0 rounded-md px-4 pb-4 text-sm">
      <legend className="float-left w-full pt-3 pb-2 font-semibold">{section.label(key)}</legend>
      <div className="clear-both grid gap-2 sm:grid-cols-2">
        <Option {...option("mine", texts.yours)} shown={showValue(section, key, after)} />
        <Option {...option("theirs", texts.theirs)} shown={showValue(section, key, before)} />
      </div>
    </fieldset>
  );
}

type OptionProps = {
  group: string;
  name: string;
  shown: string;
  isChosen: boolean;
  onChoose: () => void;
};

function Option({ group, name, shown, isChosen, onChoose }: OptionProps) {
  const id = useId();
  return (
    <div
      className={cx(
        "relative flex min-h-11 min-w-0 items-start gap-2.5 rounded-sm border px-3 py-2.5",
        isChosen ? "border-line-strong bg-ink-700" : "border-line",
      )}
    >
      <input
        id={id}
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-4.5 shrink-0 accent-gold-400"
      />
      <label htmlFor={id} className="min-w-0 cursor-pointer after:absolute after:inset-0">
        <span className="block text-xs text-muted">{name}</span>
        <span className="whitespace-pre-line [overflow-wrap:anywhere]">{shown}</span>
      </label>
    </div>
  );
}
