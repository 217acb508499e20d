import type { PointsRow } from "./queries";

/** Rows of the table (specification 1, section 9). */
const ROWS = 20;

export type Place = {
  rank: number;
  username: string;
  totalPoints: number;
  /** Nobody but the member sees a name whole (decisions A9), so a name that is equal is their own. */
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

/** The first three, once there are three with points above 0. */
export function podiumOf(places: readonly Place[]): readonly [Place, Place, Place] | null {
  const [first, second, third] = places.filter((place) => place.totalPoints > 0);
  if (first === undefined || second === undefined || third === undefined) return null;
  return [first, second, third];
}

/** "November 2026": the month it is at the site, wherever the reader is. */
export function monthLabel(now: number, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat("en-US", {
    month: "long",
    year: "numeric",
    timeZone: timeZone ?? "UTC",
  }).format(now);
}
