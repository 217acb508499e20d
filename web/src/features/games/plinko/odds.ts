import { payoutAt } from "../common/checker/inputs";
import type { Fraction } from "../common/fraction";
import { choose, fraction } from "../common/odds/exact";
import { type PlinkoRisk, type PlinkoTable, ROWS_MIN } from "./published-table";

/** Multipliers in hundredths by bucket, from the left. */
export function boardOf(table: PlinkoTable, rows: number, risk: PlinkoRisk): readonly number[] {
  return table.boards[rows - ROWS_MIN]?.[risk] ?? [];
}

/** The chance of a bucket: each of the `2^rows` paths is as likely as any other. */
export function bucketChance(rows: number, bucket: number): Fraction {
  return fraction(choose(rows, bucket), 2n ** BigInt(rows));
}

/** What a round gives back on average, per point. */
export function plinkoReturn(
  table: PlinkoTable,
  { bet, rows, risk }: { bet: number; rows: number; risk: PlinkoRisk },
): Fraction {
  let part = 0n;
  for (const [bucket, multiplier] of boardOf(table, rows, risk).entries())
    part += choose(rows, bucket) * BigInt(payoutAt(bet, multiplier));
  return fraction(part, 2n ** BigInt(rows) * BigInt(bet));
}
