import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { Coin } from "@/ui/Points";
import { CountUp } from "./CountUp";
import { fromHundredths, inHundredths, type SlotRound } from "./model";
import { useSlotTable } from "./table";
import * as texts from "./texts/en";
import { type Spin, timelineOf } from "./timeline";

/** Under the reels: what the bones add up to, and what that pays. */
export function WinPlate() {
  const { beat, standing, spin, lit, showing, betText } = useSlotTable();
  const round = spin?.result?.round ?? standing;
  const isWin = round !== null && round.bones.length > 0;
  const stake = showing?.bet ?? Number(betText);
  const isCounted = beat === "rest" && standing !== null;
  return (
    <div
      aria-hidden="true"
      className={cx(
        "relative -mt-1 flex h-16 w-[calc(100%-1rem)] max-w-[38rem] items-center justify-center rounded-md border px-4 py-1 text-center shadow-raised transition-colors sm:-mt-5 sm:h-14",
        isWin && (isCounted || beat === "counting")
          ? "border-gold-500/60 bg-ink-950"
          : "border-gold-600/35 bg-ink-950",
      )}
    >
      {beat === "spinning" || (beat === "lighting" && lit === 0) ? (
        <span className="text-sm text-faint">{texts.staked(stake)}</span>
      ) : isWin && beat !== "rest" ? (
        <Adding round={round} lit={lit} spin={spin} isSummed={beat === "counting"} />
      ) : isWin && isCounted ? (
        <Sum round={round} lit={round.bones.length} isSummed>
          {formatPoints(round.payout)}
        </Sum>
      ) : isCounted ? (
        <span className="text-sm text-muted sm:text-base">{texts.noBones}</span>
      ) : (
        <span className="text-sm text-muted sm:text-base">{texts.bonesPay}</span>
      )}
    </div>
  );
}

type AddingProps = { round: SlotRound; lit: number; spin: Spin | null; isSummed: boolean };

function Adding({ round, lit, spin, isSummed }: AddingProps) {
  const timeline = spin === null ? null : timelineOf(spin);
  // From 5x the points are counted in the window of the win.
  const counts = isSummed && round.label === null && spin !== null && timeline !== null;
  return (
    <Sum round={round} lit={lit} isSummed={isSummed}>
      {counts ? (
        <CountUp
          to={round.payout}
          startsAt={spin.startedAt + timeline.summedAt}
          endsAt={spin.startedAt + timeline.endAt}
        />
      ) : null}
    </Sum>
  );
}

type SumProps = { round: SlotRound; lit: number; isSummed: boolean; children: React.ReactNode };

function Sum({ round, lit, isSummed, children }: SumProps) {
  const shown = round.bones.slice(0, lit);
  const soFar = shown.reduce((sum, bone) => sum + fromHundredths(bone.value), 0);
  return (
    <span className="flex w-full flex-wrap items-center justify-center gap-x-3 gap-y-0.5 sm:gap-x-5">
      <span className="text-xs leading-tight font-medium text-muted sm:text-base">
        {shown.map((bone, index) => (
          <span key={bone.cell} className="inline-block animate-rise">
            {index > 0 && <span className="px-1 text-faint sm:px-1.5">+</span>}
            {bone.value}
          </span>
        ))}
        {lit > 0 && <span className="px-1.5 text-faint">=</span>}
        {lit > 0 && (
          <span className={cx("font-bold", isSummed ? "text-gold-300" : "text-text")}>
            {inHundredths(soFar)}x
          </span>
        )}
      </span>
      {children !== null && (
        <span className="inline-flex items-center gap-1.5 font-display text-xl font-extrabold text-gold-300 sm:text-2xl">
          <Coin className="size-5 sm:size-6" />
          {children}
        </span>
      )}
    </span>
  );
}
