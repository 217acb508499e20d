import { Check } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { cx } from "@/ui/cx";
import { numberBeside, PICKS_MAX } from "./model";
import { useKenoRules } from "./rules";
import { drawnSoFar, togglePick, useKenoTable } from "./table";
import * as texts from "./texts/en";

/** What a number of the board is at the moment. */
export type Face = "open" | "picked" | "hit" | "drawn" | "missed";

/** The columns of the board where its layout is not known. */
const WIDE_COLUMNS = 8;

/** The numbers. Arrow keys walk over them, Space and Enter pick. */
export function Board() {
  const { numbers } = useKenoRules();
  const table = useKenoTable();
  const { picks, phase, run } = table;
  const drawn = drawnSoFar(table);
  const isLocked = phase !== "idle" || run !== null;
  const isFull = picks.length >= PICKS_MAX;
  const board = useRef<HTMLFieldSetElement>(null);
  const [reachable, setReachable] = useState(1);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = numberBeside(reachable, event.key, columnsOf(board.current), numbers);
    if (next === null) return;
    event.preventDefault();
    setReachable(next);
    board.current?.querySelector<HTMLElement>(`[data-number="${next}"]`)?.focus();
  };

  const faceOf = (number: number): Face => {
    const isPicked = picks.includes(number);
    if (drawn.includes(number)) return isPicked ? "hit" : "drawn";
    if (!isPicked) return "open";
    return phase === "idle" && drawn.length > 0 ? "missed" : "picked";
  };

  return (
    <fieldset ref={board} className="grid min-w-0 grid-cols-5 gap-1.5 sm:grid-cols-8">
      <legend className="sr-only">{texts.boardLabel(picks.length, PICKS_MAX)}</legend>
      {Array.from({ length: numbers }, (_, place) => place + 1).map((number) => {
        const face = faceOf(number);
        return (
          <NumberButton
            key={number}
            number={number}
            face={face}
            isReachable={number === reachable}
            isOff={isLocked || (isFull && face !== "picked" && face !== "hit" && face !== "missed")}
            onReach={setReachable}
            onKeyDown={onKeyDown}
          />
        );
      })}
    </fieldset>
  );
}

/** How many numbers stand in the first row. */
function columnsOf(board: HTMLElement | null): number {
  const tops = Array.from(
    board?.querySelectorAll<HTMLElement>("[data-number]") ?? [],
    (button) => button.offsetTop,
  );
  const columns = tops.filter((top) => top === tops[0]).length;
  return columns < tops.length ? columns : WIDE_COLUMNS;
}

const faces: Record<Face, string> = {
  open: "bg-ink-800 text-text shadow-[inset_0_1px_0_oklch(1_0_0/.06),inset_0_-2px_0_oklch(0_0_0/.22)] hover:bg-ink-700",
  picked:
    "bg-text text-ink-950 shadow-[inset_0_-2px_0_oklch(0_0_0/.22)] hover:brightness-95 scale-[.97]",
  hit: "bg-win text-ink-950 shadow-[inset_0_-2px_0_oklch(0_0_0/.22)]",
  drawn: "bg-ink-950 text-muted ring-2 ring-inset ring-line-strong",
  missed: "bg-ink-950 text-text ring-2 ring-inset ring-text/70",
};

type NumberButtonProps = {
  number: number;
  face: Face;
  isReachable: boolean;
  isOff: boolean;
  onReach: (number: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function NumberButton(props: NumberButtonProps) {
  const { number, face, isReachable, isOff, onReach, onKeyDown } = props;
  return (
    <button
      type="button"
      data-number={number}
      aria-pressed={face === "picked" || face === "hit" || face === "missed"}
      aria-disabled={isOff}
      aria-label={texts.numberLabels[face](number)}
      tabIndex={isReachable ? 0 : -1}
      onFocus={() => onReach(number)}
      onKeyDown={onKeyDown}
      onClick={() => {
        if (!isOff) togglePick(number);
      }}
      className={cx(
        "relative flex h-11 items-center justify-center rounded-[10px] text-base font-semibold select-none sm:h-12",
        "transition-[background-color,color,scale,filter] aria-disabled:cursor-default",
        faces[face],
        isOff && face === "open" && "text-muted hover:bg-ink-800",
        (face === "hit" || face === "drawn") && "animate-pop",
      )}
    >
      {number}
      {face === "hit" && (
        <Check aria-hidden="true" className="absolute top-1 right-1 size-3.5" strokeWidth={3.2} />
      )}
      {face === "drawn" && (
        <span aria-hidden="true" className="absolute bottom-1.5 size-1 rounded-full bg-muted" />
      )}
    </button>
  );
}
