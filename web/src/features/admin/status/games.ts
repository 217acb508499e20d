import { queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { games } from "@/features/games/registry";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { adminApi } from "../session/actions";

/** How often the switches are asked for while nothing can be pushed. */
const POLL_MS = 2_000;

/** Game id to "disabled". */
export type GameStates = Readonly<Record<string, boolean>>;

const statesQuery = queryOptions({
  queryKey: ["admin", "games"],
  queryFn: async (): Promise<GameStates> =>
    (await answer(api.GET("/api/auth/admin/game-maintenance-status"))).gameStates,
  staleTime: 0,
});

/** The switch of every game. Changes are pushed; while nothing can be pushed the server is asked. */
export function useGameStates() {
  return useLive(statesQuery, {
    offlineMs: POLL_MS,
    on: {
      gameMaintenanceChanged: ({ gameId, disabled }, known) =>
        known === undefined ? stale : { ...known, [gameId]: disabled },
      allGamesMaintenanceChanged: ({ gameStates }, known) =>
        known === undefined ? stale : { ...known, ...gameStates },
    },
  });
}

/** An answer that is still on its way may be older than what is known here, so it is asked for anew. */
function change(states: GameStates): void {
  const isReading = queryClient.isFetching({ queryKey: statesQuery.queryKey }) > 0;
  queryClient.setQueryData(statesQuery.queryKey, (known) => known && { ...known, ...states });
  if (isReading) reread();
}

function reread(): void {
  void queryClient.invalidateQueries({ queryKey: statesQuery.queryKey });
}

/** Opens or closes one game for everyone. */
export async function switchGame(gameId: string, disabled: boolean): Promise<void> {
  const body = { gameId, disabled };
  await answer(adminApi.POST("/api/auth/admin/game-maintenance", { body }));
  change({ [gameId]: disabled });
}

/** Opens or closes all games at once. */
export async function switchAllGames(disabled: boolean): Promise<void> {
  await answer(adminApi.POST("/api/auth/admin/game-maintenance-all", { body: { disabled } }));
  change(Object.fromEntries(games.map(({ id }) => [id, disabled])));
}
