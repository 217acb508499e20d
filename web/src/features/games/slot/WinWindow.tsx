import { Dialog as Radix } from "radix-ui";
import type { RefObject } from "react";
import { buttonClass } from "@/ui/Button";
import { useBackCloses } from "@/ui/back-closes";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { Coin } from "@/ui/Points";
import { CountUp } from "./CountUp";
import type { SlotRound, WinLabel } from "./model";
import { slotTable, useSlotTable } from "./table";
import * as texts from "./texts/en";
import { timelineOf } from "./timeline";

/** The larger the win, the larger its name. */
const sizes: Readonly<Record<WinLabel, string>> = {
  "NICE WIN": "text-3xl sm:text-4xl",
  "GREAT WIN": "text-3xl sm:text-5xl",
  "BIG WIN": "text-4xl sm:text-[5rem]",
  "MEGA WIN": "text-4xl sm:text-[6rem]",
};

/** A win of 5x or more, over the reels. Any click or key closes it; in auto it closes itself. */
export default function WinWindow({ stage }: { stage: RefObject<HTMLElement | null> }) {
  const round = useSlotTable((table) => table.celebration);
  useBackCloses(round !== null, slotTable.dismissCelebration);
  return (
    <Radix.Root open={round !== null} onOpenChange={slotTable.dismissCelebration}>
      <Radix.Portal container={stage.current}>
        <Radix.Overlay className="absolute inset-0 z-10 bg-ink-950/74 animate-fade" />
        {round !== null && round.label !== null && <Win round={round} label={round.label} />}
      </Radix.Portal>
    </Radix.Root>
  );
}

function Win({ round, label }: { round: SlotRound; label: WinLabel }) {
  return (
    <Radix.Content
      onClick={slotTable.dismissCelebration}
      onOpenAutoFocus={(event) => {
        // The page must not jump when a window opens over the reels.
        event.preventDefault();
        if (event.currentTarget instanceof HTMLElement)
          event.currentTarget.querySelector("button")?.focus({ preventScroll: true });
      }}
      onKeyDown={(event) => {
        if (event.key.length === 1) slotTable.dismissCelebration();
      }}
      className="absolute inset-0 z-30 flex flex-col items-center justify-center gap-1 p-4 text-center outline-none sm:gap-2"
    >
      <div
        aria-hidden="true"
        className="absolute inset-0 bg-[radial-gradient(closest-side,oklch(0.62_0.16_55/.4),transparent)]"
      />
      <Radix.Title
        className={cx(
          "relative animate-rise bg-linear-to-b from-gold-300 from-35% via-gold-400 to-gold-600 bg-clip-text font-display leading-none font-extrabold tracking-tight text-transparent drop-shadow-[0_3px_0_oklch(0.2_0.05_40)]",
          sizes[label],
        )}
      >
        {texts.wins[label]}
      </Radix.Title>
      <p className="relative text-lg font-bold text-text sm:text-xl">{round.multiplier}x</p>
      <Radix.Description className="relative flex items-center gap-2.5 font-display text-4xl font-extrabold text-gold-300 sm:text-5xl">
        <Coin className="size-8 sm:size-11" />
        <Counted round={round} />
        <span className="sr-only">{texts.points(formatPoints(round.payout))}</span>
      </Radix.Description>
      <Radix.Close className={cx(buttonClass("quiet", "md"), "relative mt-2 min-w-32 sm:mt-3")}>
        {texts.goOn}
      </Radix.Close>
    </Radix.Content>
  );
}

function Counted({ round }: { round: SlotRound }) {
  const spin = useSlotTable((table) => table.spin);
  const isDone = useSlotTable((table) => table.beat === "rest");
  const timeline = spin === null ? null : timelineOf(spin);
  if (isDone || spin === null || timeline === null)
    return <span aria-hidden="true">{formatPoints(round.payout)}</span>;
  return (
    <CountUp
      to={round.payout}
      startsAt={spin.startedAt + timeline.summedAt}
      endsAt={spin.startedAt + timeline.endAt}
    />
  );
}
