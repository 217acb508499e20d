import {
  type BetRange,
  betRangeOf,
  fieldsOf,
  hundredthsOf,
  listOf,
  UnreadableTable,
  wholeOf,
} from "../common/tables/reading";

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
  const table = fieldsOf(raw, "anything");
  if (typeof table.auto_cashout_at_cap !== "boolean")
    throw new UnreadableTable("whether it cashes out at the cap");
  return {
    ...betRangeOf(table),
    tiles: wholeOf(table.tiles, "how many tiles there are"),
    returnPercent: wholeOf(table.return_percent, "what it returns"),
    turnMaxPpm: wholeOf(table.turn_max_ppm, "its turn rule"),
    autoCashoutAtCap: table.auto_cashout_at_cap,
    caps: listOf(table.caps, "its caps").map((cap) => hundredthsOf(cap, "its caps")),
  };
}
