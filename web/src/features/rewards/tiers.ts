import { formatDollars, withDollars } from "@/ui/format/dollars";
import { numberFormat } from "@/ui/format/locale";
import { formatPoints } from "@/ui/format/numbers";
import type { components } from "@/wire/schema";
import * as texts from "./texts/en";

type WagerTier = components["schemas"]["WagerTier"];

export type Rung = {
  /** May be empty. */
  name: string;
  /** "$10,000+" */
  wager: string;
  /** "$10" */
  reward: string;
  /** How high it stands: 0 for the lowest, 1 for the highest. */
  height: number;
};

/** The tiers from the entry up, whatever their order in the configuration. */
export function ladderOf(tiers: readonly WagerTier[]): readonly Rung[] {
  const ordered = tiers.toSorted((one, other) => one.wager - other.wager);
  return ordered.map(({ name, wager, reward }, index) => ({
    name,
    wager: withDollars(`${formatPoints(wager)}+`),
    reward: formatDollars(reward),
    height: ordered.length === 1 ? 1 : index / (ordered.length - 1),
  }));
}

const formatRate = numberFormat({ style: "percent", maximumSignificantDigits: 3 });

/**
 * What a tier gives back of the wager that reaches it, in percent: "0.1%", or "0.1% to 0.25%" when
 * tiers differ. Null when no tier takes a wager.
 */
export function shareOf(tiers: readonly WagerTier[]): string | null {
  const shares = tiers.filter(({ wager }) => wager > 0).map(({ wager, reward }) => reward / wager);
  if (shares.length === 0) return null;
  const [lowest, highest] = [formatRate(Math.min(...shares)), formatRate(Math.max(...shares))];
  return lowest === highest ? lowest : texts.shareRange(lowest, highest);
}
