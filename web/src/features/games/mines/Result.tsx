import { RotateCcw } from "lucide-react";
import { useEffect, useRef } from "react";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { prefersReducedMotion } from "@/ui/motion";
import { Coin, Points } from "@/ui/Points";
import { hundredthsText } from "../common/tables/reading";
import { WinGlow } from "../common/WinGlow";
import { COLUMNS, type MinesRound } from "./model";
import { minesTable } from "./table";
import * as texts from "./texts/en";

/** How a round ended, over the board, until it is pressed or its time is over. */
export function Result({ round }: { round: MinesRound }) {
  const isWon = round.status === "cashed_out" || round.status === "cleared";
  // The tile that ended the round stays in sight.
  const isLow = Math.floor((round.picks.at(-1) ?? 0) / COLUMNS) <= 2;
  return (
    <div
      className={cx(
        "pointer-events-none absolute inset-0 flex justify-center py-[3%]",
        isLow ? "items-end" : "items-start",
      )}
    >
      <WinGlow round={round} className="top-[-15%] size-[130%]" />
      <Sparks round={round} />
      <button
        type="button"
        onClick={minesTable.clear}
        className={cx(
          "pointer-events-auto relative flex min-w-48 max-w-[92%] flex-col items-center rounded-lg border bg-ink-900/96 px-6 py-3 text-center shadow-raised animate-rise",
          isWon
            ? "border-win/45"
            : round.status === "lost"
              ? "border-loss/40"
              : "border-line-strong",
        )}
      >
        <ResultWords round={round} />
        <span className="mt-1 text-xs text-muted">{texts.goOn}</span>
      </button>
    </div>
  );
}

function ResultWords({ round }: { round: MinesRound }) {
  switch (round.status) {
    case "cashed_out":
    case "cleared":
      return (
        <>
          <span className="font-display text-3xl font-extrabold text-win">
            {hundredthsText(round.multiplier)}×
          </span>
          <Points amount={round.payout} className="text-lg" />
          <span className="text-sm text-muted">
            {texts.won(
              round.status === "cleared",
              round.settledItself,
              round.payout > round.staked ? formatPoints(round.payout - round.staked) : null,
            )}
          </span>
        </>
      );
    case "refunded":
      return (
        <>
          <RotateCcw aria-hidden="true" className="size-7 text-muted" />
          <span className="mt-1 font-display text-xl font-bold">{texts.betReturned}</span>
          <Points amount={round.payout} />
          <span className="text-sm text-muted">{texts.leftOpen}</span>
        </>
      );
    case "lost":
    case "open":
      return (
        <>
          <span className="font-display text-2xl font-extrabold text-loss">
            {round.turned === null ? texts.mine : texts.turned}
          </span>
          <span className="inline-flex items-center gap-1.5 font-semibold">
            <Coin />−{formatPoints(round.staked)}
          </span>
          <span className="text-sm text-muted">
            {texts.lost(round.turned !== null, round.gems, hundredthsText(round.reached))}
          </span>
        </>
      );
  }
}

const SPARK_MS = 900;
const allSparks = Array.from({ length: 28 }, (_, spark) => spark);

/** Coins that fly out once behind a win of five times the stake and more; the more, the larger. */
function Sparks({ round }: { round: MinesRound }) {
  const place = useRef<HTMLDivElement>(null);
  const times = round.payout / round.staked;
  const count = times < 5 ? 0 : times < 10 ? 10 : times < 15 ? 18 : 28;
  useEffect(() => {
    if (prefersReducedMotion()) return;
    const sparks = place.current === null ? [] : [...place.current.children];
    const flights = sparks.map((spark, index) => {
      // The golden angle spreads any number of them evenly.
      const angle = index * 2.399963;
      const reach = 90 + ((index * 37) % 100);
      const to = `translate(${Math.cos(angle) * reach * 1.2}px, ${Math.sin(angle) * reach}px)`;
      return spark.animate(
        [
          { transform: "translate(0, 0) scale(.4)", opacity: 0 },
          { transform: `${to} scale(1)`, opacity: 1, offset: 0.55 },
          { transform: `${to} translateY(26px) scale(.7)`, opacity: 0 },
        ],
        { duration: SPARK_MS, easing: "cubic-bezier(.22,1,.36,1)", fill: "both" },
      );
    });
    return () => {
      for (const flight of flights) flight.cancel();
    };
  }, []);
  if (count === 0) return null;
  return (
    <div ref={place} aria-hidden="true" className="absolute top-1/2 left-1/2">
      {allSparks.slice(0, count).map((spark) => (
        <span key={spark} className="absolute -top-2 -left-2 opacity-0">
          <Coin className="size-4" />
        </span>
      ))}
    </div>
  );
}
