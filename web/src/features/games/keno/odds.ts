import type { Fraction } from "../common/fraction";
import { choose, fraction } from "../common/odds/exact";
import type { KenoRisk, KenoTable } from "./published-table";

/** The chance of `hits` hits with `picks` picks; the same for every risk. */
export function kenoChance(table: KenoTable, picks: number, hits: number): Fraction {
  const { numbers, drawn } = table;
  const ways = choose(picks, hits) * choose(numbers - picks, drawn - hits);
  return fraction(ways, choose(numbers, drawn));
}

/** Multipliers in hundredths by hits, from no hit on. */
export function kenoRow(table: KenoTable, risk: KenoRisk, picks: number): readonly number[] {
  return table.table[risk][picks - 1] ?? [];
}

/** What a round gives back on average, per point. */
export function kenoReturn(
  table: KenoTable,
  { bet, risk, picks }: { bet: number; risk: KenoRisk; picks: number },
): Fraction {
  let part = 0n;
  for (const [hits, multiplier] of kenoRow(table, risk, picks).entries())
    part += kenoChance(table, picks, hits).part * BigInt(Math.floor((bet * multiplier) / 100));
  return fraction(part, choose(table.numbers, table.drawn) * BigInt(bet));
}
