import type { Fraction } from "../common/fraction";
import { fraction, plus, times } from "../common/odds/exact";
import type { SlotTable, SlotTier, SlotTiers } from "./published-table";

/** Weights of the tiers are out of this; the rest is no win. */
export const SLOT_WEIGHTS = 10_000;

/** The multipliers of a tier in hundredths, each with its chance inside the tier. */
function tierValues(
  { lo, hi, step }: SlotTier,
  draw: SlotTiers["draw"],
): { multiplier: number; chance: Fraction }[] {
  const count = (hi - lo) / step + 1;
  return Array.from({ length: count }, (_, index) => ({
    multiplier: lo + step * index,
    chance: draw === "min2" ? fraction(2 * (count - index) - 1, count * count) : fraction(1, count),
  }));
}

/** The mean multiplier of a tier. */
export function tierMean(tier: SlotTier, draw: SlotTiers["draw"]): Fraction {
  return meanOf(tier, draw, (multiplier) => fraction(multiplier, 100));
}

/** The chance that a spin wins anything. */
export function slotWinChance(table: SlotTable): Fraction {
  const weights = table[table.preset].tiers.map(({ weight }) => weight);
  return fraction(
    weights.reduce((sum, weight) => sum + weight, 0),
    SLOT_WEIGHTS,
  );
}

/** The chance of a multiplier from one bound up to below another, in hundredths. */
export function slotChanceBetween(table: SlotTable, from: number, below: number): Fraction {
  const { tiers, draw } = table[table.preset];
  const shares = tiers.map((tier) =>
    times(
      fraction(tier.weight, SLOT_WEIGHTS),
      meanOf(tier, draw, (multiplier) =>
        fraction(multiplier >= from && multiplier < below ? 1 : 0, 1),
      ),
    ),
  );
  return shares.reduce(plus, fraction(0, 1));
}

/** What a spin gives back on average, per point. */
export function slotReturn(table: SlotTable, bet: number): Fraction {
  const { tiers, draw } = table[table.preset];
  const shares = tiers.map((tier) =>
    times(
      fraction(tier.weight, SLOT_WEIGHTS),
      meanOf(tier, draw, (multiplier) => fraction(Math.floor((bet * multiplier) / 100), bet)),
    ),
  );
  return shares.reduce(plus, fraction(0, 1));
}

/** All chances of a tier have the same denominator, and so have the values. */
function meanOf(
  tier: SlotTier,
  draw: SlotTiers["draw"],
  value: (multiplier: number) => Fraction,
): Fraction {
  let part = 0n;
  let of = 1n;
  for (const { multiplier, chance } of tierValues(tier, draw)) {
    const share = times(chance, value(multiplier));
    part += share.part;
    of = share.of;
  }
  return { part, of };
}
