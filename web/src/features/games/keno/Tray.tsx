import { Check, Minus, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { scrollBehavior } from "@/ui/motion";
import { WinGlow } from "../common/WinGlow";
import type { KenoRound } from "./model";
import { useKenoRules } from "./rules";
import { drawnSoFar, useKenoTable } from "./table";
import * as texts from "./texts/en";

/** The numbers drawn, in their order, and the result when all are out. */
export function Tray() {
  const { drawn: places } = useKenoRules();
  const table = useKenoTable();
  const { picks, phase, shown } = table;
  const drawn = drawnSoFar(table);
  const settled = phase === "idle" ? shown : null;
  const tray = useRef<HTMLDivElement>(null);

  // On small screens the button stands below the board, and the draw should be seen from its start.
  useEffect(() => {
    if (phase === "asking")
      tray.current?.scrollIntoView({ block: "nearest", behavior: scrollBehavior() });
  }, [phase]);

  return (
    <div ref={tray} className="relative flex scroll-mt-20 flex-col items-center gap-1 sm:gap-2">
      <WinGlow round={settled} className="-inset-x-8 -top-16 h-44" />
      <ol
        aria-label={texts.numbersDrawn}
        className="relative flex justify-center gap-1 sm:gap-1.5 lg:max-xl:gap-1"
        aria-hidden={drawn.length === 0}
      >
        {Array.from({ length: places }, (_, place) => place).map((place) => {
          const number = drawn[place];
          return (
            <li
              key={place}
              className="flex size-6.5 items-center justify-center rounded-full bg-ink-950 shadow-well ring-1 ring-line ring-inset sm:size-9 lg:max-xl:size-7"
            >
              {number !== undefined && <Ball number={number} isHit={picks.includes(number)} />}
            </li>
          );
        })}
      </ol>
      <Outcome round={settled} picked={picks.length} />
    </div>
  );
}

function Ball({ number, isHit }: { number: number; isHit: boolean }) {
  return (
    <span
      className={cx(
        "flex size-full items-center justify-center rounded-full text-xs font-bold animate-pop sm:text-sm",
        isHit
          ? "bg-win text-ink-950 shadow-[inset_0_-2px_3px_oklch(0_0_0/.25)]"
          : "text-muted ring-1 ring-line-strong ring-inset",
      )}
    >
      {number}
      {isHit && <span className="sr-only">{texts.hitSuffix}</span>}
    </span>
  );
}

/** The result in words, for eyes and screen readers alike; always with a sign, never colour alone. */
function Outcome({ round, picked }: { round: KenoRound | null; picked: number }) {
  return (
    <div className="relative flex h-8 items-center">
      <p role="status">
        {round !== null && (
          <span
            key={round.id}
            className={cx(
              "inline-flex h-8 items-center gap-1.5 rounded-full px-3 text-sm font-semibold animate-rise",
              tones[round.result],
            )}
          >
            <Sign result={round.result} />
            {texts.outcome(round, formatPoints(Math.abs(round.payout - round.staked)))}
          </span>
        )}
      </p>
      {round === null && picked === 0 && <p className="text-sm text-muted">{texts.pickHint}</p>}
    </div>
  );
}

const tones: Record<KenoRound["result"], string> = {
  win: "bg-win/12 text-win",
  push: "bg-ink-800 text-text",
  loss: "bg-loss/12 text-loss",
};

function Sign({ result }: { result: KenoRound["result"] }) {
  const Icon = result === "win" ? Check : result === "push" ? Minus : X;
  return <Icon aria-hidden="true" className="size-4" strokeWidth={2.6} />;
}
