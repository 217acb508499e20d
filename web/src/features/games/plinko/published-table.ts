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

export const plinkoRisks = ["low", "medium", "high"] as const;
export type PlinkoRisk = (typeof plinkoRisks)[number];

export const ROWS_MIN = 8;
export const ROWS_MAX = 16;
/** The numbers of rows of pegs that a board can have. */
export const rowCounts: readonly number[] = Array.from(
  { length: ROWS_MAX - ROWS_MIN + 1 },
  (_, place) => ROWS_MIN + place,
);

/** Multipliers in hundredths by bucket, from the left. */
type Board = Readonly<Record<PlinkoRisk, readonly number[]>>;

/** The table of plinko (docs/games.md, section 14). */
export type PlinkoTable = BetRange & {
  betStep: number;
  /** The board with the fewest rows first. */
  boards: readonly Board[];
};

export function readPlinkoTable(raw: unknown): PlinkoTable {
  const table = fieldsOf(raw, texts.all);
  const boards = fieldsOf(table.boards, texts.boards);
  return {
    ...betRangeOf(table),
    betStep: wholeOf(table.bet_step, texts.betStep),
    boards: rowCounts.map((rows) => {
      const board = fieldsOf(boards[rows], texts.boards);
      return {
        low: readBoard(board.low, rows),
        medium: readBoard(board.medium, rows),
        high: readBoard(board.high, rows),
      };
    }),
  };
}

/** The table states one half of a board, from the outside to the middle. */
function readBoard(raw: unknown, rows: number): readonly number[] {
  const half = listOf(raw, texts.boardMultipliers).map((multiplier) =>
    hundredthsOf(multiplier, texts.multipliers),
  );
  if (half.length !== Math.floor(rows / 2) + 1) throw new UnreadableTable(texts.boardMultipliers);
  // With an even number of rows, one bucket is in the middle.
  const mirrored = rows % 2 === 0 ? half.slice(0, -1) : half;
  return [...half, ...mirrored.toReversed()];
}
