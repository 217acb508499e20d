import type { Fraction } from "../common/fraction";
import { fraction } from "../common/odds/exact";
import type { RouletteKind, RouletteTable } from "./published-table";

/** How many of the 37 numbers a bet of each kind covers. */
export const covered: Readonly<Record<RouletteKind, number>> = {
  straight: 1,
  split: 2,
  street: 3,
  corner: 4,
  sixline: 6,
  dozen: 12,
  column: 12,
  red: 18,
  black: 18,
  odd: 18,
  even: 18,
  low: 18,
  high: 18,
};

export function rouletteChance(kind: RouletteKind): Fraction {
  return fraction(covered[kind], 37);
}

/** What a bet of a kind gives back on average, per point; the same at every amount. */
export function rouletteReturn(table: RouletteTable, kind: RouletteKind): Fraction {
  return fraction(covered[kind] * table.returns[kind], 37);
}
