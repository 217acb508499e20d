import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { readBet } from "../common/bet";
import { payoutAt } from "../common/checker/inputs";
import { chancePercent } from "../common/fraction";
import { NoOdds, useAreOddsMissing } from "../common/Odds";
import { oneIn } from "../common/odds/exact";
import { bucketBeside, bucketText, compactText, multiplierText, type PlinkoRound } from "./model";
import { boardOf, bucketChance } from "./odds";
import { usePlinkoRules } from "./rules";
import { usePlinkoTable } from "./table";
import * as texts from "./texts/en";

/**
 * The buckets and what each of them pays. A bucket of 17 is too narrow to be pressed, so they are one
 * control: pointing at it, dragging along it or the arrow keys choose the bucket whose chance is shown.
 */
export function Buckets({ result }: { result: PlinkoRound | null }) {
  const rules = usePlinkoRules();
  const { rows, risk, betText } = usePlinkoTable();
  const board = boardOf(rules, rows, risk);
  // What a bucket returns is stated for bets above the balance too.
  const { bet } = readBet(betText, rules, Number.POSITIVE_INFINITY);
  const choice = useBucketChoice(board.length);
  if (useAreOddsMissing()) return <NoOdds />;
  const info = (bucket: number) => infoOf(rows, bucket, board[bucket] ?? 0, bet);
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={texts.buckets}
        aria-valuemin={1}
        aria-valuemax={board.length}
        aria-valuenow={choice.bucket + 1}
        aria-valuetext={texts.bucket(choice.bucket + 1, board.length, info(choice.bucket))}
        {...choice.handlers}
        className="@container mt-1 h-12 cursor-pointer touch-pan-y rounded-sm select-none"
      >
        <ol
          aria-hidden="true"
          className="grid h-full"
          style={{ gridTemplateColumns: `repeat(${board.length}, minmax(0, 1fr))` }}
        >
          {bucketsOf(board).map(({ bucket, multiplier }) => (
            <Bucket
              key={bucket}
              multiplier={multiplier}
              edge={edgeOf(bucket, board.length)}
              isNarrow={board.length > 12}
              isChosen={choice.isShown && bucket === choice.bucket}
              hitBy={result?.bucket === bucket ? result.id : null}
            />
          ))}
        </ol>
      </div>
      <p
        aria-hidden="true"
        className="mt-1.5 flex min-h-6 items-center justify-center gap-2 text-sm whitespace-nowrap"
      >
        {choice.isShown ? (
          <Info parts={info(choice.bucket)} />
        ) : (
          <span className="text-center whitespace-normal text-muted">{texts.bucketsHint}</span>
        )}
      </p>
    </>
  );
}

/** The bucket whose chance is shown while the pointer or the focus is on the buckets. */
function useBucketChoice(buckets: number) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isFocused, setIsFocused] = useState(false);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const bucket = Math.min(chosen ?? Math.floor(buckets / 2), buckets - 1);

  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width === 0) return;
    const place = Math.floor(((event.clientX - left) / width) * buckets);
    setChosen(Math.min(Math.max(place, 0), buckets - 1));
    setIsPointedAt(true);
  };
  return {
    bucket,
    isShown: isFocused || isPointedAt,
    handlers: {
      onPointerDown: onPointer,
      onPointerMove: onPointer,
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: () => setIsFocused(true),
      onBlur: () => setIsFocused(false),
      onKeyDown: (event: KeyboardEvent) => {
        const next = bucketBeside(bucket, event.key, buckets);
        if (next === null) return;
        event.preventDefault();
        setChosen(next);
      },
    },
  };
}

/** A board with its buckets numbered. */
function bucketsOf(board: readonly number[]): { bucket: number; multiplier: number }[] {
  return board.map((multiplier, bucket) => ({ bucket, multiplier }));
}

/** What one reads about a bucket: what it pays and how often. */
function infoOf(rows: number, bucket: number, multiplier: number, bet: number | null): string[] {
  const chance = bucketChance(rows, bucket);
  return [
    multiplierText(multiplier),
    ...(bet === null ? [] : [texts.bucketReturns(formatPoints(payoutAt(bet, multiplier)))]),
    `${chancePercent(chance)}%`,
    oneIn(chance),
  ];
}

function Info({ parts: [multiplier, ...rest] }: { parts: readonly string[] }) {
  return (
    <>
      <span className="font-semibold">{multiplier}</span>
      {rest.map((part) => (
        <span key={part} className="border-l border-line-strong pl-2 text-muted">
          {part}
        </span>
      ))}
    </>
  );
}

/** How near the edge of the board a bucket is: 0 in the middle, 1 outermost. */
function edgeOf(bucket: number, buckets: number): number {
  const middle = (buckets - 1) / 2;
  return Math.abs(bucket - middle) / middle;
}

/** From the ground of the page in the middle to gold at the edges; the text stays readable on all of it. */
function faceOf(edge: number): { backgroundColor: string; color: string } {
  const isDark = edge < 0.6;
  const lightness = isDark ? 0.27 + 0.4 * edge : 0.65 + 0.4 * (edge - 0.6);
  return {
    backgroundColor: `oklch(${lightness.toFixed(3)} ${(0.014 + 0.13 * edge).toFixed(3)} ${(50 + 34 * edge).toFixed(1)})`,
    color: `var(--color-${isDark ? "text" : "on-gold"})`,
  };
}

type BucketProps = {
  multiplier: number;
  /** See `edgeOf`. */
  edge: number;
  isNarrow: boolean;
  isChosen: boolean;
  /** The round whose ball landed here last. */
  hitBy: string | null;
};

function Bucket({ multiplier, edge, isNarrow, isChosen, hitBy }: BucketProps) {
  const compact = compactText(multiplier);
  return (
    <li className="relative px-[.5px]">
      <span
        style={faceOf(edge)}
        className={cx(
          "flex h-full items-center justify-center rounded-t-[3px] rounded-b-[7px] font-semibold shadow-[inset_0_1px_0_oklch(1_0_0/.14),inset_0_-3px_0_oklch(0_0_0/.2)] transition-[filter]",
          isNarrow ? "text-xs" : "text-sm",
          isChosen && "brightness-125",
        )}
      >
        <span className="@max-lg:hidden">{bucketText(multiplier)}</span>
        <span
          className={cx(
            "@lg:hidden",
            isNarrow && /^\d{3}/.test(compact) && "mr-[.07em] tracking-[-.07em]",
          )}
        >
          {compact}
        </span>
      </span>
      {(hitBy !== null || isChosen) && (
        <span
          key={hitBy}
          className={cx(
            "absolute -inset-x-[1.5px] -inset-y-0.5 z-1 rounded-t-[5px] rounded-b-[9px] border-2 border-text",
            hitBy !== null && "animate-pop",
          )}
        />
      )}
    </li>
  );
}
