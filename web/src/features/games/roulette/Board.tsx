import { type CSSProperties, type KeyboardEvent, memo, useCallback, useRef, useState } from "react";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { Chip } from "./Chip";
import {
  type Colour,
  colourOf,
  type Direction,
  type Spot,
  spotBeside,
  spotName,
  spots,
} from "./layout";
import type { RouletteTable } from "./published-table";
import { useRouletteRules } from "./rules";
import { chipsOnShow, placeChip, settledRound, takeChip, useRouletteTable } from "./table";
import * as texts from "./texts/en";
import { useLongPress } from "./use-long-press";
import "./roulette.css";

const grounds: Record<Colour, string> = {
  green: "bg-[oklch(.45_.11_155)]",
  red: "bg-[oklch(.46_.165_25)]",
  black: "bg-ink-950",
};

/**
 * The table of bets: a press places the chosen chip, a right click or a long press takes it away.
 * Wide tables lie, narrow ones stand; the places of the spots follow from their row and column.
 */
export function Board() {
  const rules = useRouletteRules();
  const table = useRouletteTable();
  const chips = chipsOnShow(table);
  const settled = settledRound(table);
  const isLocked = table.phase !== "idle";
  const board = useRef<HTMLFieldSetElement>(null);
  const [reachable, setReachable] = useState("straight-0");
  const [pointed, setPointed] = useState<Spot | null>(null);

  const onKeyDown = useCallback(
    (event: KeyboardEvent, spot: Spot) => {
      if (event.key === "Delete" || event.key === "Backspace") {
        event.preventDefault();
        takeChip(spot.id, rules);
        return;
      }
      const direction = directionOf(event.key, isLying(board.current));
      if (direction === null) return;
      event.preventDefault();
      const next = spotBeside(spot, direction);
      setReachable(next.id);
      board.current?.querySelector<HTMLElement>(`[data-spot="${next.id}"]`)?.focus();
    },
    [rules],
  );

  return (
    <div className="@container/board w-full">
      <p className="mb-1.5 text-xs text-muted @min-[34rem]/board:hidden">{texts.boardHint}</p>
      <div className={frame}>
        <fieldset
          ref={board}
          onPointerLeave={() => setPointed(null)}
          className={cx(
            "roulette-board relative min-w-0 touch-manipulation select-none",
            isLocked && "pointer-events-none",
          )}
        >
          <legend className="sr-only">{texts.boardLabel}</legend>
          {spots.map((spot) => (
            <SpotButton
              key={spot.id}
              spot={spot}
              amount={chips[spot.id] ?? 0}
              paid={settled === null ? null : (settled.paid[spot.id] ?? 0)}
              isWinner={settled !== null && spot.id === `straight-${settled.number}`}
              isPointed={isWithin(spot, pointed)}
              isReachable={spot.id === reachable}
              rules={rules}
              onPoint={setPointed}
              onReach={setReachable}
              onKeyDown={onKeyDown}
            />
          ))}
        </fieldset>
      </div>
    </div>
  );
}

/**
 * A standing table scrolls within a frame that fits between the wheel and the controls, so that every
 * number can be reached beside them.
 */
const frame = cx(
  "@max-[34rem]/board:h-[max(12rem,calc(100dvh-37rem))] md:@max-[34rem]/board:h-[max(12rem,calc(100dvh-38.5rem))]",
  "@max-[34rem]/board:overflow-y-auto",
  "@max-[34rem]/board:rounded-md @max-[34rem]/board:border @max-[34rem]/board:border-line-strong",
  "@max-[34rem]/board:bg-ink-950/50 @max-[34rem]/board:p-1.5",
);

/** Whether a cell belongs to the numbers of the spot that the pointer is on. */
function isWithin(spot: Spot, pointed: Spot | null): boolean {
  if (pointed === null) return false;
  if (pointed.id === spot.id) return true;
  const [number] = spot.covers;
  return spot.kind === "straight" && number !== undefined && pointed.covers.includes(number);
}

/** Whether the table lies: the row of its zero is then beside the others, not above. */
function isLying(board: HTMLElement | null): boolean {
  return board !== null && board.clientWidth > board.clientHeight;
}

function directionOf(key: string, lies: boolean): Direction | null {
  switch (key) {
    case "ArrowRight":
      return lies ? "u+" : "v+";
    case "ArrowLeft":
      return lies ? "u-" : "v-";
    case "ArrowDown":
      return lies ? "v-" : "u+";
    case "ArrowUp":
      return lies ? "v+" : "u-";
    default:
      return null;
  }
}

/** Where a spot lies, for the style sheet: spots on a line reach a little way from it, and leave its ends free. */
function placeOf({ u, v, du, dv }: Spot): CSSProperties {
  const isOnLine = du === 0 || dv === 0;
  const reach = (length: number) => (isOnLine ? (length === 0 ? 1 : -1) : 0);
  return Object.fromEntries(
    Object.entries({ u, v, du, dv, lu: reach(du), lv: reach(dv) }).map(([name, value]) => [
      `--${name}`,
      value,
    ]),
  );
}

type SpotButtonProps = {
  spot: Spot;
  amount: number;
  /** What the spot handed back, once a round has settled. */
  paid: number | null;
  isWinner: boolean;
  isPointed: boolean;
  isReachable: boolean;
  rules: RouletteTable;
  onPoint: (spot: Spot) => void;
  onReach: (id: string) => void;
  onKeyDown: (event: KeyboardEvent, spot: Spot) => void;
};

/** Most of the 157 stay as they are when one changes. */
const SpotButton = memo(function SpotButton(props: SpotButtonProps) {
  const { spot, amount, paid, isWinner, isPointed, rules, onPoint, onReach } = props;
  const press = useLongPress(
    () => takeChip(spot.id, rules),
    () => placeChip(spot.id, rules),
  );
  const isCell = spot.du > 0 && spot.dv > 0;
  const isPaid = amount > 0 && paid !== null && paid > 0;
  return (
    <button
      type="button"
      data-spot={spot.id}
      style={placeOf(spot)}
      aria-label={labelOf(props)}
      tabIndex={props.isReachable ? 0 : -1}
      {...press}
      onPointerEnter={(event) => {
        if (event.pointerType === "mouse") onPoint(spot);
      }}
      onFocus={() => onReach(spot.id)}
      onKeyDown={(event) => props.onKeyDown(event, spot)}
      className={cx(
        "roulette-spot absolute flex items-center justify-center focus-visible:z-40",
        isCell ? "z-0 p-px" : spot.du === 0 && spot.dv === 0 ? "z-20" : "z-10",
      )}
    >
      {isCell && <Cell spot={spot} isPointed={isPointed} isWinner={isWinner} />}
      {!isCell && isPointed && amount === 0 && (
        <span className="size-2.5 rounded-full bg-text shadow-card" />
      )}
      {amount > 0 && (
        <span
          className={cx(
            "absolute z-30 flex rounded-full",
            isPaid && "ring-3 ring-win",
            // On the long cells the chip leaves the print free.
            spot.du > 1 && "@max-[34rem]/board:bottom-2 @min-[34rem]/board:right-0.5",
          )}
        >
          <Chip
            amount={amount}
            className={cx(
              "size-7 text-xs @max-[34rem]/board:size-7.5",
              paid === 0 && "opacity-35 grayscale-50",
            )}
          />
        </span>
      )}
    </button>
  );
});

function labelOf({ spot, amount, paid, isWinner }: SpotButtonProps): string {
  const placed = amount === 0 ? null : formatPoints(amount);
  return texts.spotLabel(spotName(spot), isWinner, placed, amount === 0 ? null : paid);
}

/** The printed part of the table. */
function Cell({
  spot,
  isPointed,
  isWinner,
}: {
  spot: Spot;
  isPointed: boolean;
  isWinner: boolean;
}) {
  const { kind, covers } = spot;
  const isNumber = kind === "straight";
  const ground = isNumber
    ? grounds[colourOf(covers[0] ?? 0)]
    : kind === "red" || kind === "black"
      ? grounds[kind]
      : "bg-ink-850";
  return (
    <span
      className={cx(
        "relative flex size-full items-center justify-center overflow-hidden rounded-[7px] text-center leading-tight ring-1 ring-inset transition-[filter,box-shadow]",
        isNumber ? "font-display text-base font-bold" : "px-0.5 text-xs font-semibold",
        ground,
        isWinner ? "ring-3 ring-text" : "ring-line-strong",
        isPointed && "brightness-[1.35]",
      )}
    >
      {isNumber ? covers[0] : texts.printed[spot.id]}
      {isWinner && (
        <span className="absolute top-0 left-1/2 h-1.5 w-3 -translate-x-1/2 bg-text [clip-path:polygon(0_0,100%_0,50%_100%)]" />
      )}
    </span>
  );
}
