import { queryOptions, type UseQueryResult } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { answer, api } from "@/wire/http";
import type { components } from "@/wire/schema";
import { type Availability, toAvailability } from "./availability";
import type { GameId } from "./queries";

type GamesStatus = components["schemas"]["GamesStatus"];

/** How often the status is read by itself: a pause ends without a push. */
const REFRESH_MS = 60_000;

const gamesStatusQuery = queryOptions({
  queryKey: ["games-status"],
  queryFn: () => answer(api.GET("/api/auth/admin/game-maintenance-status")),
});

/** Which games are disabled or paused; read again with every change that is pushed. */
export function useGamesStatus(): UseQueryResult<GamesStatus> {
  return useLive(gamesStatusQuery, {
    everyMs: () => REFRESH_MS,
    on: {
      gameMaintenanceChanged: () => stale,
      allGamesMaintenanceChanged: () => stale,
      gamePaused: () => stale,
    },
  });
}

/** Whether a game takes bets. It counts as open until the status has been read. */
export function availabilityOf(game: GameId, status: GamesStatus | undefined): Availability {
  return toAvailability(
    status && {
      disabled: status.gameStates?.[game] === true,
      pausedUntil: status.pausedUntil?.[game] ?? null,
    },
  );
}
