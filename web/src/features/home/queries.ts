import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { serverNow } from "@/wire/server-clock";
import { onPush } from "@/wire/socket";

/** Reads of a new day come a moment after its beginning. */
const AFTER_RESET_MS = 2_000;

/** The member's calendar, as its own page keeps it; read again when the day ends. */
export const todayQuery = queryOptions({
  queryKey: ["member", "calendar"],
  queryFn: () => answer(api.GET("/api/calendar/me")),
  refetchInterval: ({ state }) =>
    state.data === undefined
      ? false
      : Math.max(Date.parse(state.data.nextReset) - serverNow(), 0) + AFTER_RESET_MS,
});

const gamesStatusQuery = queryOptions({
  queryKey: ["games-status"],
  queryFn: () => answer(api.GET("/api/auth/admin/game-maintenance-status")),
  refetchInterval: 60_000,
});

export type GamesStatus = components["schemas"]["GamesStatus"];

/** Which games are switched off or paused; read again with every change that is pushed. */
export function useGamesStatus(): GamesStatus | undefined {
  useEffect(() => {
    const { queryKey } = gamesStatusQuery;
    const reread = () => void queryClient.invalidateQueries({ queryKey });
    const stops = [
      onPush("gameMaintenanceChanged", reread),
      onPush("allGamesMaintenanceChanged", reread),
      onPush("gamePaused", reread),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return useQuery(gamesStatusQuery).data;
}
