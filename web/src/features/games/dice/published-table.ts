import { type BetRange, betRangeOf, fieldsOf, wholeOf } from "../common/tables/reading";
import * as texts from "./texts/table.en";

/** The table of dice (docs/games.md, section 3). */
export type DiceTable = BetRange & { returnPercent: number };

export function readDiceTable(raw: unknown): DiceTable {
  const table = fieldsOf(raw, texts.all);
  return { ...betRangeOf(table), returnPercent: wholeOf(table.return_percent, texts.returns) };
}
