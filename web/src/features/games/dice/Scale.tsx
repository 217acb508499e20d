import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { animate, easeOut } from "@/ui/animate";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { Slider } from "@/ui/Slider";
import { historyQuery } from "../common/queries";
import { type DiceRound, readDiceRound, TARGET_MAX, TARGET_MIN } from "./model";
import { ROLL_MS, setTarget, useDiceTable } from "./table";
import * as texts from "./texts/en";

/** Where the pointer rests before the first roll. */
const REST = 50;

/**
 * The dial: the roll in large figures, the scale from 0 to 100 with its winning side lit, the
 * target to drag, and the pointer that runs to the result.
 */
export function Scale() {
  const { target, direction, phase, showing, shown, run } = useDiceTable();
  const past = useQuery(historyQuery("dice")).data;
  const last = past?.[0] === undefined ? null : readDiceRound(past[0]);
  const round = shown ?? last;
  const figures = useRef<HTMLSpanElement>(null);
  const needle = useRef<HTMLDivElement>(null);
  usePointer(figures, needle, showing, round);
  // A result is one of the side and the target it was rolled at.
  const isSame = shown?.target === target && shown.direction === direction;
  const settled = phase === "idle" && isSame ? shown : null;

  return (
    <div className="relative flex flex-col items-center">
      <Outcome round={settled} />
      <div
        aria-hidden="true"
        className={cx(
          "font-display text-5xl font-extrabold tracking-tight transition-colors duration-200 sm:text-[5.5rem] sm:leading-[1.02]",
          figuresColour(settled, phase),
        )}
      >
        <span ref={figures}>{round?.roll ?? "00.00"}</span>
      </div>
      <div className="relative mt-6 w-full px-1 pb-7 sm:mt-9">
        <div aria-hidden="true" className="pointer-events-none absolute inset-x-1 -top-4 z-10 h-15">
          <div ref={needle} className="h-full w-full will-change-transform">
            <Needle
              tone={settled === null ? "rest" : settled.won ? "win" : "loss"}
              isHidden={round === null && showing === null}
            />
          </div>
        </div>
        <Slider
          label={texts.targetOnScale(direction, target)}
          value={target}
          min={0}
          max={100}
          lowest={TARGET_MIN}
          highest={TARGET_MAX}
          onValueChange={setTarget}
          disabled={run !== null}
          className="dial h-11"
          track={<Track target={target} direction={direction} />}
          thumb={<Thumb isOff={run !== null} />}
        />
        <ScaleMarks />
      </div>
    </div>
  );
}

/** Green for a hit; a miss is not shouted about. Quiet while nothing runs. */
function figuresColour(settled: DiceRound | null, phase: "idle" | "asking" | "showing"): string {
  if (settled !== null) return settled.won ? "text-win" : "text-text";
  return phase === "showing" ? "text-text" : "text-faint";
}

/** The result in words, for eyes and screen readers alike; always with a sign, never colour alone. */
function Outcome({ round }: { round: DiceRound | null }) {
  return (
    <p role="status" className="mb-1.5 flex h-8 items-center sm:mb-3">
      {round !== null && (
        <span
          key={round.id}
          className={cx(
            "inline-flex h-8 items-center gap-1.5 rounded-full px-3 text-sm font-semibold animate-rise",
            round.won ? "bg-win/12 text-win" : "bg-loss/12 text-loss",
          )}
        >
          {round.won ? (
            <Check aria-hidden="true" className="size-4" strokeWidth={2.6} />
          ) : (
            <X aria-hidden="true" className="size-4" strokeWidth={2.6} />
          )}
          <span className="sr-only">{texts.rolled(round.roll)} </span>
          {outcomeText(round).map((part) => (
            <span key={part}>{part} </span>
          ))}
        </span>
      )}
    </p>
  );
}

function outcomeText(round: DiceRound): string[] {
  if (!round.won) return [texts.missed, `−${formatPoints(round.bet)}`];
  if (round.result === "push") return [texts.stakeReturned];
  if (round.result === "loss") return [texts.hit, `−${formatPoints(round.bet - round.payout)}`];
  return [texts.hit, `+${formatPoints(round.payout - round.bet)}`];
}

/**
 * Runs figures and needle together from where they stand to the result. Both are moved without
 * rendering: sixty renders a second would buy nothing.
 */
function usePointer(
  figures: RefObject<HTMLElement | null>,
  needle: RefObject<HTMLElement | null>,
  showing: DiceRound | null,
  resting: DiceRound | null,
): void {
  const place = useRef(REST);

  useLayoutEffect(() => {
    if (showing !== null) return;
    place.current = resting === null ? REST : Number(resting.roll);
    draw(figures.current, needle.current, place.current, resting?.roll ?? "00.00");
  }, [figures, needle, showing, resting]);

  useLayoutEffect(() => {
    if (showing === null) return;
    const from = place.current;
    const to = Number(showing.roll);
    return animate(ROLL_MS, (part) => {
      place.current = from + (to - from) * easeOut(part, 4);
      draw(figures.current, needle.current, place.current, place.current.toFixed(2));
    });
  }, [figures, needle, showing]);
}

function draw(
  figures: HTMLElement | null,
  needle: HTMLElement | null,
  place: number,
  text: string,
): void {
  if (figures !== null) figures.textContent = text;
  if (needle !== null) needle.style.transform = `translateX(${place}%)`;
}

const needleTones = {
  rest: { head: "fill-muted", line: "bg-muted" },
  win: { head: "fill-win", line: "bg-win" },
  loss: { head: "fill-loss", line: "bg-loss" },
} as const;

function Needle({ tone, isHidden }: { tone: keyof typeof needleTones; isHidden: boolean }) {
  return (
    <span
      className={cx(
        "absolute top-0 left-0 flex h-full -translate-x-1/2 flex-col items-center",
        isHidden && "opacity-0",
      )}
    >
      <svg viewBox="0 0 16 12" className="h-3 w-4">
        <path
          d="M2.5 1h11c1 0 1.6 1.1 1 2L9 10.5c-.5.7-1.5.7-2 0L1.5 3c-.6-.9 0-2 1-2z"
          className={needleTones[tone].head}
        />
      </svg>
      <span className={cx("w-0.5 flex-1 rounded-full", needleTones[tone].line)} />
    </span>
  );
}

/** Fine ticks like a tuning dial; the winning side is lit and thicker, so colour is not needed. */
function Track({ target, direction }: { target: number; direction: "under" | "over" }) {
  const lit = direction === "under" ? { left: 0, right: 100 - target } : { left: target, right: 0 };
  return (
    <span className="absolute -inset-y-1.5 inset-x-0 overflow-hidden rounded-full bg-ink-950 shadow-well ring-1 ring-line">
      <span className="absolute inset-0 bg-loss/14" />
      <span
        className="absolute inset-y-0 bg-linear-to-b from-win/85 to-win/60"
        style={{ left: `${lit.left}%`, right: `${lit.right}%` }}
      />
      <span className="absolute inset-0 bg-[repeating-linear-gradient(90deg,transparent_0_calc(5%-1px),oklch(0_0_0/.3)_calc(5%-1px)_5%)]" />
    </span>
  );
}

function Thumb({ isOff }: { isOff: boolean }) {
  return (
    <span
      className={cx(
        "flex h-9 w-6.5 items-center justify-center gap-0.75 rounded-[9px] shadow-raised ring-4 ring-ink-900 transition-transform",
        "group-focus-visible:outline-2 group-focus-visible:outline-offset-4 group-focus-visible:outline-gold-300",
        isOff ? "bg-ink-600" : "bg-text group-hover:scale-105",
      )}
    >
      <span className="h-3.5 w-0.5 rounded-full bg-ink-900/45" />
      <span className="h-3.5 w-0.5 rounded-full bg-ink-900/45" />
    </span>
  );
}

function ScaleMarks() {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-x-1 bottom-0 h-5">
      {[0, 25, 50, 75, 100].map((mark) => (
        <span
          key={mark}
          className={cx(
            "absolute text-xs font-medium text-muted",
            mark === 0 ? "left-0" : mark === 100 ? "right-0" : "-translate-x-1/2",
          )}
          style={mark === 0 || mark === 100 ? undefined : { left: `${mark}%` }}
        >
          {mark}
        </span>
      ))}
    </div>
  );
}
