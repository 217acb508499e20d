import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Month } from "@/ui/months";
import { answer, api } from "@/wire/http";
import type { components } from "@/wire/schema";
import { serverNow } from "@/wire/server-clock";

export type PointsRow = components["schemas"]["PointsRow"];
export type PointsLeaderboard = components["schemas"]["PointsLeaderboard"];
export type WagerAnswer = components["schemas"]["WagerAnswer"];
export type WagerEntry = components["schemas"]["WagerEntry"];

/** The members who earned most this month, best first, with names as the server shows them to this caller. */
export const pointsLeaderboardQuery = queryOptions({
  queryKey: ["leaderboard", "points"],
  queryFn: (): Promise<PointsLeaderboard> => answer(api.GET("/api/leaderboard/points/monthly")),
  refetchInterval: 60_000,
});

/** The source is asked by the server, so an early question brings nothing new. */
const SOONEST_READ_MS = 30_000;
const LATEST_READ_MS = 60 * 60_000;
/** What the source brings is there a moment after the stated time. */
const READ_AFTER_MS = 3_000;

/**
 * The players who wagered most in a month, null for the current one. It is read again when the server says that
 * there is something new, and only while the page is looked at.
 */
export const wagerLeaderboardQuery = (month: Month | null) =>
  queryOptions({
    queryKey: ["leaderboard", "wager", month],
    queryFn: () =>
      answer(
        api.GET("/api/leaderboard/wager", { params: { query: month === null ? {} : { month } } }),
      ),
    // The months one can go to stay known while another one is on its way.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => nextReadMs(state.data, serverNow()),
  });

/** How long to wait for the next answer; false when none is announced. */
export function nextReadMs(data: WagerAnswer | undefined, now: number): number | false {
  if (data === undefined || data.nextUpdateAt === null) return false;
  const wait = Date.parse(data.nextUpdateAt) - now + READ_AFTER_MS;
  if (Number.isNaN(wait)) return false;
  return Math.min(Math.max(wait, SOONEST_READ_MS), LATEST_READ_MS);
}
