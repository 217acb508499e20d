import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/wire/http";
import type { components } from "@/wire/schema";

export type PointsRow = components["schemas"]["PointsRow"];

/** Who earned most this month, best first, names as the server shows them to this caller. */
export const pointsLeaderboardQuery = queryOptions({
  queryKey: ["leaderboard", "points"],
  queryFn: () => answer(api.GET("/api/leaderboard/points/monthly")),
  refetchInterval: 60_000,
});
