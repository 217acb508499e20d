import { useEffect, useId, useRef } from "react";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { scrollBehavior } from "@/ui/motion";
import { Coin } from "@/ui/Points";
import { useAreOddsMissing } from "../common/Odds";
import { hundredthsText } from "../common/tables/reading";
import { useChosen } from "./chosen";
import { payoutAt, TILES } from "./model";
import { minesCap, minesMultiplier } from "./odds";
import { planGems, useMinesTable } from "./table";
import * as texts from "./texts/en";

/**
 * What every gem would pay. Before a round one of them can be chosen as the plan that the odds are
 * stated for; during it the rungs reached are lit.
 */
export function Ladder() {
  const { table, mines, gems: planned, shownBet } = useChosen();
  const round = useMinesTable((state) => state.showing ?? state.round);
  const open = round?.isOpen === true ? round : null;
  const name = useId();
  const strip = useRef<HTMLDivElement>(null);
  const current = open === null ? planned : open.gems + 1;
  useScrollTo(strip, current - 1);
  const cap = minesCap(table, mines);
  const areOddsMissing = useAreOddsMissing();
  const rungs = Array.from({ length: TILES - mines }, (_, index) => index + 1);

  return (
    <fieldset className="relative mx-auto w-full board-width min-w-0 xl:max-w-none">
      <legend className="sr-only">{open === null ? texts.ladderBefore : texts.ladderDuring}</legend>
      {/* Its choices rest during a round; the keyboard can still scroll it. */}
      <div
        ref={strip}
        tabIndex={open === null ? undefined : 0}
        className={cx(
          "relative -mx-1 flex gap-1.5 overflow-x-auto px-1 py-1 [scrollbar-width:none] max-xl:[mask-image:linear-gradient(90deg,#000_calc(100%-2.5rem),transparent)]",
          "xl:absolute xl:inset-0 xl:mx-0 xl:flex-col xl:overflow-y-auto xl:p-0 xl:[mask-image:linear-gradient(180deg,#000_calc(100%-2.5rem),transparent)]",
        )}
      >
        {rungs.map((gems) => {
          const multiplier = minesMultiplier(table, mines, gems);
          const isDone = open !== null && gems <= open.gems;
          return (
            <label
              key={gems}
              className={cx(
                "relative flex min-w-18 shrink-0 flex-col items-center rounded-sm border px-2 py-1 text-xs transition-colors xl:grid xl:grid-cols-[1fr_auto] xl:gap-x-2 xl:px-3 xl:py-1.5",
                "has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-gold-300",
                isDone
                  ? "border-win/35 bg-win/10"
                  : gems === current
                    ? "border-line-strong bg-ink-700"
                    : "border-line bg-ink-900",
                open === null && "cursor-pointer hover:border-line-strong",
              )}
            >
              <input
                type="radio"
                name={name}
                checked={gems === current}
                disabled={open !== null}
                onChange={() => planGems(gems)}
                aria-label={
                  areOddsMissing
                    ? texts.gemCount(gems)
                    : texts.rungLabel(
                        gems,
                        hundredthsText(multiplier),
                        shownBet === null ? null : formatPoints(payoutAt(shownBet, multiplier)),
                        multiplier >= cap,
                      )
                }
                className="absolute inset-0 cursor-[inherit] appearance-none rounded-[inherit] outline-none"
              />
              <span className="text-muted">
                {texts.rung(gems, !areOddsMissing && multiplier >= cap)}
              </span>
              <span
                className={cx(
                  "text-sm font-semibold xl:row-span-2 xl:self-center",
                  isDone ? "text-win" : "text-text",
                )}
              >
                {areOddsMissing ? "–" : `${hundredthsText(multiplier)}×`}
              </span>
              <span className="inline-flex items-center gap-1 font-semibold text-gold-300">
                <Coin className="size-3" />
                {shownBet === null || areOddsMissing
                  ? "–"
                  : formatPoints(payoutAt(shownBet, multiplier))}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Keeps one rung in the middle of the strip, without moving the page. */
function useScrollTo(strip: React.RefObject<HTMLDivElement | null>, index: number): void {
  useEffect(() => {
    const rung = strip.current?.children[index];
    if (strip.current === null || !(rung instanceof HTMLElement)) return;
    const left = rung.offsetLeft - (strip.current.clientWidth - rung.clientWidth) / 2;
    const top = rung.offsetTop - (strip.current.clientHeight - rung.clientHeight) / 2;
    strip.current.scrollTo?.({ left, top, behavior: scrollBehavior() });
  }, [strip, index]);
}
