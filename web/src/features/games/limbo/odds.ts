import type { Fraction } from "../common/fraction";
import { fraction, times } from "../common/odds/exact";
import type { LimboTable } from "./published-table";

/** The chance to reach a target in hundredths. */
export function limboChance(table: LimboTable, target: number): Fraction {
  return table.preset === "balanced"
    ? balancedChance(table.balanced, target)
    : classicChance(table.classic, target);
}

/** What a round gives back on average, per point. */
export function limboReturn(
  table: LimboTable,
  { bet, target }: { bet: number; target: number },
): Fraction {
  const payout = Math.floor((bet * target) / 100);
  return times(limboChance(table, target), fraction(payout, bet));
}

/** The words that reach a target are those below `99 * 2^32 / target`, so their number is exact. */
function balancedChance(
  { returnPercent, maxResult }: LimboTable["balanced"],
  target: number,
): Fraction {
  if (target > maxResult) return fraction(0, 1);
  if (target <= 100) return fraction(1, 1);
  const words = (BigInt(returnPercent) * 2n ** 32n) / BigInt(target);
  return fraction(words, 2n ** 32n);
}

/** Whole bands above the target, and the part of its own band that reaches it. */
function classicChance({ bands }: LimboTable["classic"], target: number): Fraction {
  let chance = fraction(0, 1);
  const all = bands.reduce((sum, { weight }) => sum + weight, 0);
  for (const { weight, lo, hi } of bands) {
    const width = hi - lo + 1;
    const reaching = Math.min(width, Math.max(0, hi - target + 1));
    const share = fraction(weight * reaching, all * width);
    chance = { part: chance.part * share.of + share.part * chance.of, of: chance.of * share.of };
  }
  return chance;
}
