import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { stale, useLive } from "@/data/use-live";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { serverNow } from "@/wire/server-clock";
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
  const { data } = useLive(statusQuery(game), {
    offlineMs: POLL_MS,
    // A push brings one half of it.
    on: {
      gameMaintenanceChanged: ({ gameId, disabled }, known) =>
        gameId === game ? changed(known, { disabled }) : undefined,
      allGamesMaintenanceChanged: ({ gameStates }, known) => {
        const disabled = gameStates[game];
        return disabled === undefined ? undefined : changed(known, { disabled });
      },
      gamePaused: ({ gameId, until }, known) =>
        gameId === game ? changed(known, { pausedUntil: until }) : undefined,
    },
  });

  const until = data?.pausedUntil ?? null;
  useEffect(() => {
    if (until === null) return;
    const wait = Math.min(Math.max(new Date(until).getTime() - serverNow(), 1_000), 2 ** 31 - 1);
    const timer = setTimeout(() => recheckAvailability(game), wait);
    return () => clearTimeout(timer);
  }, [game, until]);

  return toAvailability(data);
}

function changed(known: Status | undefined, part: Partial<Status>): Status | typeof stale {
  return known === undefined ? stale : { ...known, ...part };
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
