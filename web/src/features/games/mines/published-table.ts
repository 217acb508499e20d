import {
  type BetRange,
  betRangeOf,
  fieldsOf,
  hundredthsOf,
  listOf,
  UnreadableTable,
  wholeOf,
} from "../common/tables/reading";
import * as texts from "./texts/table.en";

/**
 * The table of mines (docs/games.md, section 5). Caps are hundredths, the one of one mine first.
 */
export type MinesTable = BetRange & {
  tiles: number;
  returnPercent: number;
  turnMaxPpm: number;
  autoCashoutAtCap: boolean;
  caps: readonly number[];
};

export function readMinesTable(raw: unknown): MinesTable {
  const table = fieldsOf(raw, texts.all);
  if (typeof table.auto_cashout_at_cap !== "boolean") throw new UnreadableTable(texts.cashOutAtCap);
  return {
    ...betRangeOf(table),
    tiles: wholeOf(table.tiles, texts.tiles),
    returnPercent: wholeOf(table.return_percent, texts.returns),
    turnMaxPpm: wholeOf(table.turn_max_ppm, texts.turnRule),
    autoCashoutAtCap: table.auto_cashout_at_cap,
    caps: listOf(table.caps, texts.caps).map((cap) => hundredthsOf(cap, texts.caps)),
  };
}
