import { Check, Minus, X, Zap } from "lucide-react";
import { useEffect, useRef } from "react";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { scrollBehavior } from "@/ui/motion";
import { hundredthsIn } from "../common/tables/reading";
import { useGameKeys } from "../common/use-game-keys";
import { WinGlow } from "../common/WinGlow";
import { DroppedBall, RestingBall } from "./Ball";
import { Buckets } from "./Buckets";
import { BOARD_HEIGHT } from "./geometry";
import { multiplierText, type PlinkoRound } from "./model";
import { Pegs } from "./Pegs";
import { lastResult, toggleTurbo, usePlinkoTable } from "./table";
import * as texts from "./texts/en";

/** The pegs, the balls that fall, the buckets, and the result of the last ball. */
export function Board() {
  const table = usePlinkoTable();
  const { rows, falling, turbo, phase, run } = table;
  const result = lastResult(table);
  const board = useRef<HTMLDivElement>(null);
  useGameKeys({ t: toggleTurbo });

  // On small screens the button is below the board, and the ball should be seen from its start.
  const isOwnBall = phase === "asking" && run === null;
  useEffect(() => {
    if (isOwnBall) board.current?.scrollIntoView({ block: "nearest", behavior: scrollBehavior() });
  }, [isOwnBall]);

  return (
    <div className="relative mx-auto w-full max-w-[34rem] max-sm:-mx-3 max-sm:w-[calc(100%+1.5rem)] lg:my-auto">
      <WinGlow round={result} className="inset-x-0 top-1/4 h-1/2" />
      <div
        ref={board}
        className="@container relative scroll-mt-20"
        style={{ aspectRatio: `100 / ${BOARD_HEIGHT}` }}
        data-part="board"
      >
        <Pegs rows={rows} className="absolute inset-0 size-full overflow-visible" />
        <div aria-hidden="true" className="pointer-events-none absolute inset-0">
          {result !== null && <RestingBall round={result} />}
          {falling.map((ball) => (
            <DroppedBall key={ball.round.id} ball={ball} />
          ))}
        </div>
        <Outcome round={result} />
        <button
          type="button"
          title={texts.turboHint}
          aria-pressed={turbo}
          onClick={toggleTurbo}
          className={cx(
            "absolute top-0 right-0 flex h-11 max-sm:right-3 items-center gap-1.5 rounded-full border px-3 text-sm font-semibold transition-colors",
            turbo
              ? "border-gold-500/60 bg-gold-500/12 text-gold-300"
              : "border-line bg-ink-850 text-muted hover:border-line-strong hover:text-text",
          )}
        >
          <Zap aria-hidden="true" className={cx("size-4", turbo && "fill-current")} />
          {texts.turbo}
        </button>
      </div>
      <Buckets result={result} />
    </div>
  );
}

/** The result in words, for eyes and screen readers alike; always with a sign, never colour alone. */
function Outcome({ round }: { round: PlinkoRound | null }) {
  return (
    <p role="status" className="absolute top-0 left-0 max-sm:left-3">
      {round !== null && (
        <span key={round.id} className="flex flex-col items-start gap-0.5 animate-rise">
          <span className="font-display text-xl leading-none font-extrabold tracking-tight sm:text-3xl">
            {multiplierText(hundredthsIn(round.multiplier) ?? 0)}
            <span className="sr-only">, </span>
          </span>
          <span
            className={cx(
              "inline-flex items-center gap-1 text-sm font-semibold",
              tones[round.result].face,
            )}
          >
            <Sign result={round.result} />
            {tones[round.result].money(round)}
          </span>
        </span>
      )}
    </p>
  );
}

const tones = {
  win: {
    face: "text-win",
    money: ({ payout, staked }: PlinkoRound) => `+${formatPoints(payout - staked)}`,
  },
  push: { face: "text-text", money: () => texts.stakeReturned },
  loss: {
    face: "text-loss",
    money: ({ payout, staked }: PlinkoRound) => `−${formatPoints(staked - payout)}`,
  },
} as const;

function Sign({ result }: { result: PlinkoRound["result"] }) {
  const Icon = result === "win" ? Check : result === "push" ? Minus : X;
  return <Icon aria-hidden="true" className="size-4" strokeWidth={2.6} />;
}
