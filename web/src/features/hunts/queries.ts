import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { onOnline, onPush, useLiveState } from "@/wire/socket";
import type { Hunt, WholeHunt } from "./model";

/** How often hunts are read again by themselves. */
const RELOAD_MS = 5 * 60_000;
/** How often while pushes may be missing. */
const OFFLINE_READ_MS = 30_000;
/** Everybody who watches is told in the same moment: their reads are spread over this long. */
const SPREAD_MS = 1_000;

/** All hunts without their slots, newest first. */
export const huntsQuery = queryOptions({
  queryKey: ["hunts", "list"],
  queryFn: async (): Promise<readonly Hunt[]> => answer(api.GET("/api/bonus-hunts")),
  staleTime: 0,
  // A page that is on a stream is open behind other windows.
  refetchIntervalInBackground: true,
});

/** One hunt with its slots. Ids are found without regard to case. */
export const huntQuery = (id: string) =>
  queryOptions({
    queryKey: ["hunts", "one", id.toLowerCase()],
    queryFn: async (): Promise<WholeHunt> => {
      if (!isHuntId(id)) throw new CallFailure({ ...badId, said: badId.message });
      return answer(api.GET("/api/bonus-hunts/{id}", { params: { path: { id } } }));
    },
    staleTime: 0,
    refetchIntervalInBackground: true,
  });

const badId = { error: "bad_id", status: 400, message: "Invalid bonus hunt ID" };

/** Whether a text could be the id of a hunt; the address of another call could not. */
function isHuntId(text: string): boolean {
  return /^[\w-]{1,40}$/.test(text) && text.toLowerCase() !== "admin-overrides";
}

type Live = { refetchInterval: number };

/** Keeps the list as it is on the server while its page is open. */
export function useLiveHunts(): Live {
  useEffect(
    () =>
      reread(huntsQuery.queryKey, ({ id, revision, deleted }) => {
        const known = queryClient.getQueryData(huntsQuery.queryKey)?.find((hunt) => hunt.id === id);
        return known === undefined ? !deleted : deleted || known.revision !== revision;
      }),
    [],
  );
  return useInterval();
}

/** Keeps one hunt as it is on the server while its page is open. */
export function useLiveHunt(id: string): Live {
  useEffect(() => {
    const { queryKey } = huntQuery(id);
    return reread(queryKey, (pushed) => {
      const known = queryClient.getQueryData(queryKey);
      return (
        pushed.id.toLowerCase() === id.toLowerCase() &&
        (known === undefined || pushed.deleted || known.revision !== pushed.revision)
      );
    });
  }, [id]);
  return useInterval();
}

function useInterval(): Live {
  return { refetchInterval: useLiveState() === "offline" ? OFFLINE_READ_MS : RELOAD_MS };
}

type Pushed = { id: string; revision: number; deleted: boolean };

/** Reads again a moment after a push that brings news, and when the connection stands. */
function reread(queryKey: readonly unknown[], isNews: (pushed: Pushed) => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    timer = undefined;
    void queryClient.invalidateQueries({ queryKey });
  };
  const soon = () => {
    timer ??= setTimeout(read, Math.random() * SPREAD_MS);
  };
  const stops = [
    onPush("huntsUpdated", (pushed) => {
      if (isNews(pushed)) soon();
    }),
    onOnline(soon),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
