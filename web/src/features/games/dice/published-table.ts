import { type BetRange, betRangeOf, fieldsOf, wholeOf } from "../common/tables/reading";

/** The table of dice (docs/games.md, section 3). */
export type DiceTable = BetRange & { returnPercent: number };

export function readDiceTable(raw: unknown): DiceTable {
  const table = fieldsOf(raw, "anything");
  return { ...betRangeOf(table), returnPercent: wholeOf(table.return_percent, "what it returns") };
}
