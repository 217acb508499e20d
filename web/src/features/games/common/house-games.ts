import { queryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { onPush } from "@/wire/socket";
import { type Availability, toAvailability } from "./availability";
import type { GameId } from "./queries";

/** Every house game, in the order of the menu. */
export const houseGames = [
  { id: "dice", name: "Dice", to: "/games/dice" },
  { id: "mines", name: "Mines", to: "/games/mines" },
  { id: "blackjack", name: "Blackjack", to: "/games/blackjack" },
  { id: "keno", name: "Keno", to: "/games/keno" },
  { id: "limbo", name: "Limbo", to: "/games/limbo" },
  { id: "roulette", name: "Roulette", to: "/games/roulette" },
  { id: "slot", name: "Downunder Dawgs", to: "/slots/downunder-dawgs" },
] as const;

type GamesStatus = components["schemas"]["GamesStatus"];

const gamesStatusQuery = queryOptions({
  queryKey: ["games-status"],
  queryFn: () => answer(api.GET("/api/auth/admin/game-maintenance-status")),
  refetchInterval: 60_000,
});

/** Which games are disabled or paused; read again with every change that is pushed. */
export function useGamesStatus(): UseQueryResult<GamesStatus> {
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
  return useQuery(gamesStatusQuery);
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
