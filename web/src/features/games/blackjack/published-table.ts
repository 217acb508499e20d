import { type BetRange, betRangeOf, fieldsOf } from "../common/tables/reading";
import * as texts from "./texts/table.en";

/**
 * The table of blackjack (docs/games.md, section 7): the rules are fixed, only the bets are set.
 */
export type BlackjackTable = BetRange;

export function readBlackjackTable(raw: unknown): BlackjackTable {
  return betRangeOf(fieldsOf(raw, texts.all));
}
