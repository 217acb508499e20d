import { Play, SkipForward, Undo2 } from "lucide-react";
import { useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button, IconButton } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { dollarSign, formatCents, rewriteDollars } from "@/ui/format/dollars";
import { formatTimes } from "@/ui/format/times";
import { nextUnopened, type Slot, timesOf, type WholeHunt } from "../hunts/model";
import { saveSlot } from "../hunts/queries";
import { undoable } from "./evening";
import { Failed } from "./Failed";
import * as texts from "./texts/en";
import { useSlotEntry } from "./use-slot-entry";

/** The slot whose turn it is: Enter saves what it paid and goes on with the next one. */
export function HuntPlay({ hunt, onUse }: { hunt: WholeHunt; onUse: () => void }) {
  const { id, slots } = hunt;
  const [said, say] = useState("");
  const [last, setLast] = useState<string | null>(null);
  const entry = useSlotEntry(hunt, ({ id: played, slotName, amountWon, times }) => {
    setLast(played);
    onUse();
    say(texts.played(slotName, formatCents(amountWon), formatTimes(times)));
  });
  const { failed } = entry.play;
  const isElsewhere = failed !== null && failed.input.slot.id !== entry.slot?.id;
  return (
    <>
      {entry.slot === undefined ? (
        <p className="text-sm text-muted">{slots.length === 0 ? texts.noSlots : texts.allOpened}</p>
      ) : (
        <SlotForm hunt={hunt} slot={entry.slot} entry={entry} onUse={onUse} />
      )}
      <Failed failed={failed} {...(isElsewhere && { of: failed.input.slot.slotName })} />
      <p role="status" className="sr-only">
        {said}
      </p>
      <UndoSlot
        huntId={id}
        slot={undoable(slots, last)}
        onUndone={({ id: undone, slotName }) => {
          setLast(null);
          entry.goTo(undone);
          say(texts.undone(slotName));
        }}
      />
    </>
  );
}

type SlotFormProps = {
  hunt: WholeHunt;
  slot: Slot;
  entry: ReturnType<typeof useSlotEntry>;
  /** A win is typed: the hunt stays, whichever goes live meanwhile. */
  onUse: () => void;
};

function SlotForm({ hunt: { slots }, slot, entry, onUse }: SlotFormProps) {
  const { field, win, mistake, question, play } = entry;
  // The push about the own change may come before its answer.
  const isElsewhere = slot.opened && !play.isBusy;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        entry.submit(slot);
      }}
      className="flex flex-col gap-3"
    >
      <SlotLine slot={slot} win={win} />
      <div className="flex items-start gap-2">
        <Field
          ref={field}
          label={texts.winAmount}
          labelHidden
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          prefix={dollarSign}
          className="min-w-24 flex-1"
          value={win}
          error={mistake ?? (isElsewhere ? texts.openedElsewhere : undefined)}
          onChange={(event) => {
            onUse();
            entry.type(slot, event.target.value);
          }}
        />
        <Button
          type="submit"
          tone="gold"
          className="min-h-12"
          busy={play.isBusy}
          disabled={slot.opened}
          icon={<Play aria-hidden="true" className="size-4 fill-current" />}
        >
          {question === null ? texts.play : texts.saveAnyway}
        </Button>
        <IconButton
          label={texts.skip}
          className="min-h-12"
          onClick={() => entry.goTo(nextUnopened(slots, slot.id)?.id ?? null)}
        >
          <SkipForward aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {question !== null && (
        <p role="alert" className="text-sm text-loss">
          {texts.checkWin(question)}
        </p>
      )}
    </form>
  );
}

type SlotLineProps = { slot: Slot; win: string };

function SlotLine({ slot: { slotName, betAmount, calledBy }, win }: SlotLineProps) {
  const times = timesOf(win, betAmount);
  return (
    <div className="min-w-0">
      <p
        dir="auto"
        aria-live="polite"
        className="line-clamp-2 font-display text-lg font-extrabold [overflow-wrap:anywhere]"
      >
        {slotName}
      </p>
      <p className="flex justify-between gap-3 text-sm text-muted">
        <span className="truncate">{texts.slotOf(rewriteDollars(betAmount), calledBy)}</span>
        {times !== null && (
          <output className="shrink-0 font-semibold text-text">{formatTimes(times)}</output>
        )}
      </p>
    </div>
  );
}

type UndoSlotProps = {
  huntId: string;
  slot: Slot | undefined;
  onUndone: (slot: Slot) => void;
};

/** Takes the last opening back: the slot is unopened again, without its win. */
function UndoSlot({ huntId, slot, onUndone }: UndoSlotProps) {
  const undo = useSubmit({
    send: async (opened: Slot) => {
      const { slotName, provider, calledBy, betAmount, hasTip, revision } = opened;
      const fields = { slotName, provider, calledBy, betAmount, hasTip, revision };
      await saveSlot(huntId, opened.id, { ...fields, opened: false });
    },
    onAnswer: (_, opened) => onUndone(opened),
  });
  if (slot === undefined) return null;
  return (
    <>
      <Button
        size="sm"
        tone="ghost"
        className="-my-1 max-w-full self-start"
        aria-label={texts.undoSlot(slot.slotName)}
        busy={undo.isBusy}
        onClick={(event) => {
          // The second half of a double click would undo the slot before, too.
          if (event.detail < 2) void undo.submit(slot);
        }}
        icon={<Undo2 aria-hidden="true" className="size-4 shrink-0" />}
      >
        <span className="truncate">{texts.undoSlot(slot.slotName)}</span>
        <span className="font-normal">{formatCents(slot.amountWon)}</span>
      </Button>
      {undo.failed?.input.id === slot.id && <Failed failed={undo.failed} />}
    </>
  );
}
