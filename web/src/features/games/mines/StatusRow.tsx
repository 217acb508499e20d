import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { Notice } from "@/ui/Notice";
import { percent } from "../common/fraction";
import { useAreOddsMissing } from "../common/Odds";
import { hundredthsText } from "../common/tables/reading";
import { useChosen } from "./chosen";
import { type MinesRound, payoutAt, shareOf, TILES } from "./model";
import { minesMultiplier, nextSurvival } from "./odds";
import { useMinesTable } from "./table";
import * as texts from "./texts/en";

/** Where the round stands: gems, multiplier, and the true chance of the next pick. */
export function StatusRow() {
  const { round, showing } = useMinesTable();
  const { table, mines: chosen } = useChosen();
  const view = showing ?? round;
  const mines = view?.mines ?? chosen;
  const reached = view?.reached ?? 100;
  // The server's round has its own odds; those of a plan follow from the rules.
  const areOddsMissing = useAreOddsMissing() && view === null;
  const planned = areOddsMissing ? null : minesMultiplier(table, mines, 1);
  const next = view === null ? planned : view.nextMultiplier;
  return (
    <dl className="mx-auto grid w-full board-width grid-cols-[1fr_1fr_1.25fr] gap-px overflow-hidden rounded-md border border-line bg-line">
      <Cell name={texts.gems}>
        {texts.gemsFound(view?.gems ?? 0, TILES - mines, (text) => (
          <Small>{text}</Small>
        ))}
      </Cell>
      <Cell name={texts.multiplier} tone={view !== null && view.gems > 0 ? "text-win" : undefined}>
        {hundredthsText(reached)}×
      </Cell>
      <Cell name={texts.nextGem}>
        {next === null ? "–" : `${hundredthsText(next)}×`}
        <Small>
          {areOddsMissing
            ? null
            : view === null
              ? `${percent(nextSurvival(table, mines, 0), 2)}%`
              : view.nextSurvival !== null && `${percent(shareOf(view.nextSurvival), 2)}%`}
        </Small>
      </Cell>
    </dl>
  );
}

function Cell({
  name,
  tone,
  children,
}: {
  name: string;
  tone?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="bg-ink-900 px-2.5 py-1.5 sm:px-3.5 sm:py-2">
      <dt className="text-xs text-muted">{name}</dt>
      <dd
        className={cx(
          "flex items-baseline gap-x-1.5 text-base whitespace-nowrap max-[24rem]:gap-x-1 font-semibold",
          tone,
        )}
      >
        {children}
      </dd>
    </div>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <span className="text-xs font-medium text-muted">{children}</span>;
}

/** Said while the highest multiplier is reached; it is not left to be found out. */
export function CapNotice() {
  const isAtCap = useMinesTable(({ round }) => round?.isAtCap === true);
  if (!isAtCap) return null;
  return (
    <Notice className="mx-auto w-full board-width border-gold-500/40 text-text">
      {texts.capReached}
    </Notice>
  );
}

/** What just happened, for those who do not see the board. */
export function Announcement() {
  const round = useMinesTable((table) => table.round);
  return (
    <p role="status" className="sr-only">
      {round !== null && announce(round)}
    </p>
  );
}

/** A round in one sentence. */
export function announce(round: MinesRound): string {
  const multiplier = hundredthsText(round.multiplier);
  switch (round.status) {
    case "open":
      return round.gems === 0
        ? texts.announceStart(round.mines)
        : texts.announceGem(
            round.gems,
            multiplier,
            formatPoints(payoutAt(round.bet, round.multiplier)),
          );
    case "lost":
      return texts.announceLost(round.turned !== null, round.gems, formatPoints(round.staked));
    case "cashed_out":
    case "cleared":
      return texts.announceWon(
        round.status === "cleared",
        round.gems,
        multiplier,
        formatPoints(round.payout),
      );
    case "refunded":
      return texts.announceRefunded(formatPoints(round.payout));
  }
}
