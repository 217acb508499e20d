import { type BetRange, betRangeOf, fieldsOf, wholeOf } from "../common/tables/reading";
import * as texts from "./texts/table.en";

export const rouletteKinds = [
  "straight",
  "split",
  "street",
  "corner",
  "sixline",
  "dozen",
  "column",
  "red",
  "black",
  "odd",
  "even",
  "low",
  "high",
] as const;
export type RouletteKind = (typeof rouletteKinds)[number];

/** The table of roulette (docs/games.md, section 9): what a winning bet returns per point. */
export type RouletteTable = BetRange & { returns: Readonly<Record<RouletteKind, number>> };

export function readRouletteTable(raw: unknown): RouletteTable {
  const table = fieldsOf(raw, texts.all);
  const returns = fieldsOf(table.returns, texts.returns);
  const of = (kind: RouletteKind) => wholeOf(returns[kind], texts.betReturns(kind));
  return {
    ...betRangeOf(table),
    returns: {
      straight: of("straight"),
      split: of("split"),
      street: of("street"),
      corner: of("corner"),
      sixline: of("sixline"),
      dozen: of("dozen"),
      column: of("column"),
      red: of("red"),
      black: of("black"),
      odd: of("odd"),
      even: of("even"),
      low: of("low"),
      high: of("high"),
    },
  };
}
