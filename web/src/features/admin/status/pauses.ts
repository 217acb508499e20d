import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { stale, useLive } from "@/data/use-live";
import { gameName, games } from "@/features/games/registry";
import { formatMoment } from "@/ui/format/dates";
import { toast } from "@/ui/toast";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { serverNow } from "@/wire/server-clock";
import { onPush } from "@/wire/socket";
import * as texts from "./texts/en";

/** The longest wait that a timer of the browser can take. */
const WAIT_MAX_MS = 2 ** 31 - 1;

/** Game id to the time until which its prize budget keeps it closed; null without a pause. */
type Pauses = Readonly<Record<string, string | null>>;

const pausesQuery = queryOptions({
  queryKey: ["admin", "game-pauses"],
  queryFn: async (): Promise<Pauses> => Object.fromEntries(await Promise.all(games.map(pauseOf))),
  staleTime: 0,
});

async function pauseOf({ id }: { id: string }): Promise<[string, string | null]> {
  const params = { path: { gameId: id } };
  const state = await answer(api.GET("/api/auth/game-maintenance-status/{gameId}", { params }));
  return [id, state.pausedUntil ?? null];
}

/** Which games are paused because their prize budget is used up. Pushes are followed. */
export function usePauses() {
  const { data, error } = useLive(pausesQuery, { on: { gamePaused: () => stale } });
  const pauses = Object.entries(data ?? {}).flatMap(([id, until]) =>
    until !== null && Date.parse(until) > serverNow() ? [{ id, until }] : [],
  );
  const ends = pauses.map(({ until }) => Date.parse(until));
  const next = ends.length === 0 ? null : Math.min(...ends);
  useEffect(() => {
    if (next === null) return;
    const wait = Math.min(Math.max(next - serverNow(), 1_000), WAIT_MAX_MS);
    const timer = setTimeout(reread, wait);
    return () => clearTimeout(timer);
  }, [next]);
  return { pauses, error };
}

function reread(): void {
  void queryClient.invalidateQueries({ queryKey: pausesQuery.queryKey });
}

/** Tells of each pause as it begins, on whatever page of the panel. Returns the way out. */
export function tellOfPauses(): () => void {
  return onPush("gamePaused", ({ gameId, until }) => {
    if (until === null) return;
    toast({
      text: texts.gamePaused(gameName(gameId), formatMoment(until)),
      tone: "error",
      description: texts.gamePausedHint,
    });
  });
}
