import type { PointsRow, WagerEntry } from "./queries";

/** Rows of the tables. */
const ROWS = 20;

export type Place = {
  rank: number;
  username: string;
  totalPoints: number;
  /**
   * Nobody but the member sees a name whole (docs/decisions.md, A9), so a name that is equal is
   * their own.
   */
  isOwn: boolean;
};

/** The rows in the server's order, which also decides ties. */
export function standings(rows: readonly PointsRow[], ownName: string | null): readonly Place[] {
  return rows.slice(0, ROWS).map(({ username, totalPoints }, index) => ({
    rank: index + 1,
    username,
    totalPoints,
    isOwn: username === ownName,
  }));
}

/** The rows of the wager table; a member's own one is shown wherever it stands. */
export function wagerRows(entries: readonly WagerEntry[]): readonly WagerEntry[] {
  return entries.filter((entry, index) => index < ROWS || entry.own);
}

/** The first three, once there are three with more than 0. */
export function podiumOf<Row>(
  rows: readonly Row[],
  amountOf: (row: Row) => number,
): readonly [Row, Row, Row] | null {
  const [first, second, third] = rows.filter((row) => amountOf(row) > 0);
  if (first === undefined || second === undefined || third === undefined) return null;
  return [first, second, third];
}
