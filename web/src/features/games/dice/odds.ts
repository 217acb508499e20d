import type { Fraction } from "../common/fraction";
import { fraction } from "../common/odds/exact";
import type { DiceTable } from "./published-table";

/** What a win hands back at a chance in whole percent, in points. */
export function dicePayout(table: DiceTable, bet: number, chance: number): number {
  return Math.floor((table.returnPercent * bet) / chance);
}

/** What a roll gives back on average, per point. */
export function diceReturn(
  table: DiceTable,
  { bet, chance }: { bet: number; chance: number },
): Fraction {
  return fraction(chance * dicePayout(table, bet, chance), 100 * bet);
}
