import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import { animate, easeOut } from "@/ui/animate";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { historyQuery } from "../common/queries";
import { hundredthsText } from "../common/tables/reading";
import { WinGlow } from "../common/WinGlow";
import { Arc, TICKS, tickOf } from "./Arc";
import { gaugePlace, type LimboRound, readLimboRound, readTarget } from "./model";
import type { LimboTable } from "./published-table";
import { useLimboRules } from "./rules";
import { COUNT_MS, useLimboTable } from "./table";
import * as texts from "./texts/en";

/** Results start here; the needle rests on it before the first roll. */
const LOWEST_RESULT = 100;
/** From 100.00 on the figures are smaller, so that they stay inside the arc. */
const LONG_FROM = 10_000;

/**
 * The multiplier in large figures under an arc that stands for all results, from the lowest to the
 * highest, each as wide as it is likely. The part beyond the target is lit: it is the chance to win.
 */
export function Gauge() {
  const { targetText, phase, showing, shown } = useLimboTable();
  const rules = useLimboRules();
  const past = useQuery(historyQuery("limbo")).data;
  const last = past?.[0] === undefined ? null : readLimboRound(past[0]);
  const round = shown ?? last;
  const typed = readTarget(targetText, rules).target;
  // While a round is shown, the arc stands on the target it was played at.
  const target = showing?.target ?? typed;
  // A result is one of the target it was rolled at.
  const settled = phase === "idle" && shown?.target === typed ? shown : null;
  const parts = useRef<HTMLDivElement>(null);
  const figures = useRef<HTMLSpanElement>(null);
  useCount(parts, figures, rules, showing, round, settled !== null);

  return (
    <div ref={parts} className="relative mx-auto w-full max-w-[30rem]">
      <Arc
        place={target === null ? null : gaugePlace(target, rules)}
        rules={rules}
        target={target}
      />
      <div className="absolute inset-x-0 top-[39%] flex flex-col items-center">
        <WinGlow round={settled} className="-top-16 size-72" />
        <div
          aria-hidden="true"
          className={cx(
            "relative font-display text-4xl font-extrabold tracking-tight transition-colors duration-200 sm:text-5xl lg:max-xl:text-4xl",
            settled === null && phase === "idle" && "opacity-45",
            "data-[length=long]:text-3xl data-[length=long]:leading-12 sm:data-[length=long]:text-4xl sm:data-[length=long]:leading-15",
            "data-[tone=hit]:text-win",
          )}
        >
          <span ref={figures}>{round === null ? "1.00" : hundredthsText(round.reached)}</span>
          <span className="ml-0.5 text-[.62em] font-bold">×</span>
        </div>
        <Outcome round={settled} />
      </div>
      <p className="-mt-1 mb-1 text-center text-xs text-muted sm:-mt-7 lg:max-xl:-mt-1">
        {texts.arcHint}
      </p>
    </div>
  );
}

/** The result in words, for eyes and screen readers alike; always with a sign, never colour alone. */
function Outcome({ round }: { round: LimboRound | null }) {
  return (
    <p role="status" className="relative mt-1.5 flex h-8 items-center sm:mt-3">
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
          <span className="sr-only">{texts.result(hundredthsText(round.reached))} </span>
          {outcomeText(round).map((part) => (
            <span key={part}>{part} </span>
          ))}
        </span>
      )}
    </p>
  );
}

function outcomeText(round: LimboRound): string[] {
  if (!round.won) return [texts.missed, `−${formatPoints(round.bet)}`];
  if (round.result === "push") return [texts.stakeReturned];
  if (round.result === "loss") return [texts.hit, `−${formatPoints(round.bet - round.payout)}`];
  return [texts.hit, `+${formatPoints(round.payout - round.bet)}`];
}

/**
 * Counts the figures up and turns the needle with them. Both are moved without rendering: sixty
 * renders a second would buy nothing.
 */
function useCount(
  parts: RefObject<HTMLElement | null>,
  figures: RefObject<HTMLElement | null>,
  rules: LimboTable,
  showing: LimboRound | null,
  resting: LimboRound | null,
  isSettled: boolean,
): void {
  const draw = useMemo(() => drawing(parts, figures, rules), [parts, figures, rules]);

  useLayoutEffect(() => {
    if (showing !== null) return;
    const round = isSettled ? resting : null;
    const { reached = LOWEST_RESULT } = resting ?? {};
    draw(reached, round?.target ?? Number.POSITIVE_INFINITY);
  }, [draw, showing, resting, isSettled]);

  useLayoutEffect(() => {
    if (showing === null) return;
    const { reached, target } = showing;
    return animate(COUNT_MS, (part) => draw(part === 1 ? reached : countAt(part, reached), target));
  }, [draw, showing]);
}

/** How far the count has come: it grows by factors, fast at first, and eases into its result. */
function countAt(part: number, reached: number): number {
  return Math.floor(LOWEST_RESULT * (reached / LOWEST_RESULT) ** easeOut(part, 3));
}

/** Writes one moment of the count: figures, their colour, the needle and the ticks behind it. */
function drawing(
  parts: RefObject<HTMLElement | null>,
  figures: RefObject<HTMLElement | null>,
  rules: LimboTable,
): (hundredths: number, target: number) => void {
  let litBefore = -1;
  return (hundredths, target) => {
    const root = parts.current;
    if (root === null || figures.current === null) return;
    figures.current.textContent = hundredthsText(hundredths);
    const text = figures.current.parentElement;
    if (text !== null) {
      text.dataset.tone = hundredths >= target ? "hit" : "open";
      text.dataset.length = hundredths >= LONG_FROM ? "long" : "short";
    }
    const place = gaugePlace(hundredths, rules);
    const needle = root.querySelector<SVGGElement>("[data-part=needle]");
    if (needle !== null) needle.style.transform = `rotate(${tickOf(place)}deg)`;
    const lit = Math.round(place * TICKS);
    if (lit === litBefore) return;
    litBefore = lit;
    const ticks = root.querySelectorAll<SVGLineElement>("[data-part=lit] line");
    ticks.forEach((tick, index) => {
      tick.style.opacity = index <= lit ? "1" : "0";
    });
  };
}
