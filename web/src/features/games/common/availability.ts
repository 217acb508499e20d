import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { serverNow } from "@/wire/server-clock";
import { onOnline, onPush, useLiveState } from "@/wire/socket";
import type { GameId } from "./queries";

/** How often the state is asked for while nothing can be pushed. */
export const POLL_MS = 2_000;

export type Availability =
  | { state: "open" }
  | { state: "maintenance" }
  | { state: "paused"; until: Date };

type Status = { disabled: boolean; pausedUntil: string | null };

const statusQuery = (game: GameId) =>
  queryOptions({
    queryKey: ["game-status", game],
    queryFn: async (): Promise<Status> => {
      const params = { path: { gameId: game } };
      const { disabled, pausedUntil } = await answer(
        api.GET("/api/auth/game-maintenance-status/{gameId}", { params }),
      );
      return { disabled, pausedUntil: pausedUntil ?? null };
    },
  });

/**
 * Whether a game takes bets. Changes are pushed; while the live connection is down the server is
 * asked every two seconds. Until the first answer a game counts as open: the server refuses anyway.
 */
export function useAvailability(game: GameId): Availability {
  const live = useLiveState();
  const { data } = useQuery({
    ...statusQuery(game),
    refetchInterval: live === "online" ? false : POLL_MS,
  });

  useEffect(() => followPushes(game), [game]);

  const until = data?.pausedUntil ?? null;
  useEffect(() => {
    if (until === null) return;
    const wait = Math.min(Math.max(new Date(until).getTime() - serverNow(), 1_000), 2 ** 31 - 1);
    const timer = setTimeout(() => recheckAvailability(game), wait);
    return () => clearTimeout(timer);
  }, [game, until]);

  return toAvailability(data);
}

/** Asks the server again whether a game takes bets. */
export function recheckAvailability(game: GameId): void {
  void queryClient.invalidateQueries({ queryKey: statusQuery(game).queryKey });
}

/** What the server's answer means now. */
export function toAvailability(status: Status | undefined): Availability {
  if (status === undefined) return { state: "open" };
  if (status.disabled) return { state: "maintenance" };
  if (status.pausedUntil === null) return { state: "open" };
  const until = new Date(status.pausedUntil);
  return Number.isNaN(until.getTime()) || until.getTime() <= serverNow()
    ? { state: "open" }
    : { state: "paused", until };
}

function followPushes(game: GameId): () => void {
  const { queryKey } = statusQuery(game);
  const change = (part: Partial<Status>) => {
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (known) => ({
      disabled: known?.disabled ?? false,
      pausedUntil: known?.pausedUntil ?? null,
      ...part,
    }));
  };
  const stops = [
    onPush("gameMaintenanceChanged", ({ gameId, disabled }) => {
      if (gameId === game) change({ disabled });
    }),
    onPush("allGamesMaintenanceChanged", ({ gameStates }) => {
      const disabled = gameStates[game];
      if (disabled !== undefined) change({ disabled });
    }),
    onPush("gamePaused", ({ gameId, until }) => {
      if (gameId === game) change({ pausedUntil: until });
    }),
    onOnline(() => recheckAvailability(game)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
