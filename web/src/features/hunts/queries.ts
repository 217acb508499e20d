import { queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import type { Hunt, WholeHunt } from "./model";
import * as texts from "./texts/en";

/** How often hunts are read again by themselves. */
const RELOAD_MS = 5 * 60_000;
/** Everybody who watches is told in the same moment: their reads are spread over this long. */
const SPREAD_MS = 1_000;

/** All hunts without their slots, newest first. */
const huntsQuery = queryOptions({
  queryKey: ["hunts", "list"],
  queryFn: async (): Promise<readonly Hunt[]> => answer(api.GET("/api/bonus-hunts")),
  staleTime: 0,
  // A page that is on a stream is open behind other windows.
  refetchIntervalInBackground: true,
});

/** One hunt with its slots. Ids are found without regard to case. */
const huntQuery = (id: string) =>
  queryOptions({
    queryKey: ["hunts", "one", id.toLowerCase()],
    queryFn: async (): Promise<WholeHunt> => {
      if (!isHuntId(id)) throw new CallFailure({ ...badId, said: badId.message });
      return answer(api.GET("/api/bonus-hunts/{id}", { params: { path: { id } } }));
    },
    staleTime: 0,
    refetchIntervalInBackground: true,
  });

const badId = { error: "bad_id", status: 400, message: texts.invalidBonusHuntId };

/** Whether a text could be the id of a hunt; the address of another call could not. */
function isHuntId(text: string): boolean {
  return /^[\w-]{1,40}$/.test(text) && text.toLowerCase() !== "admin-overrides";
}

/** All hunts as they are on the server. */
export function useHunts() {
  return useLive(huntsQuery, {
    everyMs: () => RELOAD_MS,
    spreadMs: SPREAD_MS,
    on: {
      huntsUpdated: ({ id, revision, deleted }, hunts) => {
        const known = hunts?.find((hunt) => hunt.id === id);
        const isNews = known === undefined ? !deleted : deleted || known.revision !== revision;
        return isNews ? stale : undefined;
      },
    },
  });
}

/** One hunt as it is on the server. */
export function useHunt(id: string) {
  return useLive(huntQuery(id), {
    everyMs: () => RELOAD_MS,
    spreadMs: SPREAD_MS,
    on: {
      huntsUpdated: (pushed, known) => {
        const isNews =
          pushed.id.toLowerCase() === id.toLowerCase() &&
          (known === undefined || pushed.deleted || known.revision !== pushed.revision);
        return isNews ? stale : undefined;
      },
    },
  });
}
