import type { Site } from "@/features/site/queries";
import { formatDollars } from "@/ui/format/dollars";
import type { Month } from "@/ui/months";
import type { WagerEntry } from "./queries";
import * as texts from "./texts/en";

type PrizePeriod = Site["prizePeriods"][number];

/** A prize in words, null for a rank that has none. */
export function prizeText(prize: WagerEntry["prize"]): string | null {
  if (prize === null) return null;
  return prize.kind === "bonusBuy"
    ? texts.bonusBuy(formatDollars(prize.amount))
    : formatDollars(prize.amount);
}

/**
 * Which places have a prize, and of what kind. Null while the rows end before the prizes do: then it is
 * not known from them how far those go. Whoever wagered nothing has won nothing, so a row like that tells
 * nothing of it either.
 */
export function prizedText(entries: readonly WagerEntry[]): string | null {
  const prized = entries.filter(({ prize }) => prize !== null);
  const [last] = prized.slice(-1);
  if (last === undefined) return null;
  if (!entries.some(({ rank, wagered }) => rank > last.rank && wagered > 0)) return null;
  const first = prized.find(({ prize }) => prize?.kind === "bonusBuy");
  const places = texts.firstWinPrize(last.rank);
  if (first === undefined) return `${places}.`;
  return first.rank === last.rank
    ? texts.rankBonusBuy(places, last.rank)
    : texts.ranksBonusBuys(places, first.rank, last.rank);
}

/** What the places of a month pay, the first one first. */
export function prizesOf(periods: readonly PrizePeriod[], month: Month): PrizePeriod["prizes"] {
  return periods.findLast(({ from }) => from === null || from <= month)?.prizes ?? [];
}

/**
 * What the prizes of a month add up to, in words, where that is another amount than the pool; null where it is the
 * same.
 */
export function prizeSumText(
  periods: readonly PrizePeriod[],
  month: Month,
  pool: number,
): string | null {
  const sum = prizesOf(periods, month).reduce((total, { amount }) => total + amount, 0);
  return sum === 0 || sum === pool ? null : texts.prizesAddUp(formatDollars(sum));
}
