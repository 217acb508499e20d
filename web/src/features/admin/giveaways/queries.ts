import { queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { serverNow } from "@/wire/server-clock";
import { adminApi } from "../session/actions";
import { afterPush, asksAgain, type Giveaway } from "./model";

export type Draft = components["schemas"]["GiveawayDraft"];
export type OldProof = components["schemas"]["OldProof"];

/** How often the list is read while nothing can be pushed. */
const OFFLINE_READ_MS = 15_000;
/** A read that came a moment too early is repeated after this long. */
const EARLY_MS = 5_000;
/** What an instant brings is there a moment after it. */
const READ_AFTER_MS = 1_000;
/** Timers of browsers cannot wait for more than 24 days, so none waits longer than this. */
const LONGEST_WAIT_MS = 6 * 60 * 60_000;

/** All giveaways that are not deleted, names whole: what runs, what is to come, what has ended. */
const giveawaysQuery = queryOptions({
  queryKey: ["admin", "giveaways"],
  queryFn: async (): Promise<readonly Giveaway[]> =>
    (await answer(adminApi.GET("/api/giveaways"))).giveaways,
  staleTime: 0,
});

/** The giveaways, kept as the server pushes them. */
export function useGiveaways() {
  return useLive(giveawaysQuery, {
    offlineMs: OFFLINE_READ_MS,
    everyMs: (data) => nextReadIn(data ?? []),
    on: {
      giveawaysUpdated: ({ giveaways: pushed }, known) => {
        if (known === undefined) return stale;
        const next = afterPush(known, pushed);
        if (!asksAgain(known, pushed)) return next;
        queryClient.setQueryData(giveawaysQuery.queryKey, next);
        return stale;
      },
    },
  });
}

/** When to read again: a moment after the next giveaway starts or ends. */
function nextReadIn(giveaways: readonly Giveaway[]): number | false {
  const instants = giveaways.flatMap(({ status, startTime, endTime }) => {
    if (status === "ended") return [];
    return [Date.parse(status === "upcoming" ? startTime : endTime)];
  });
  if (instants.length === 0) return false;
  const left = Math.min(...instants) - serverNow();
  return left <= 0 ? EARLY_MS : Math.min(left + READ_AFTER_MS, LONGEST_WAIT_MS);
}

/** Takes over what a change answered. The list is read again all the same. */
function keep(giveaway: Giveaway): Giveaway {
  queryClient.setQueryData(
    giveawaysQuery.queryKey,
    (known) => known && [giveaway, ...known.filter(({ id }) => id !== giveaway.id)],
  );
  return giveaway;
}

/** Reads the list again, in place of a read that is under way. */
function reread(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: giveawaysQuery.queryKey });
}

/**
 * Makes a giveaway, or changes the one with that id.
 * @throws {CallFailure}
 */
export async function saveGiveaway(id: string | null, body: Draft): Promise<Giveaway> {
  try {
    const call =
      id === null
        ? adminApi.POST("/api/giveaways", { body })
        : adminApi.PUT("/api/giveaways/{id}", { params: { path: { id } }, body });
    return keep((await answer(call)).giveaway);
  } finally {
    // Also after a refusal: the list may have changed under the form.
    void reread();
  }
}

/**
 * Ends an active giveaway now.
 * @returns what the server says of the draw.
 * @throws {CallFailure}
 */
export async function endGiveaway(id: string): Promise<string> {
  const params = { path: { id } };
  try {
    const ended = await answer(adminApi.POST("/api/giveaways/{id}/end", { params }));
    keep(ended.giveaway);
    return ended.message;
  } finally {
    void reread();
  }
}

/**
 * Gives the proof of a draw that was made before the site was restored.
 * @returns what the server says of the draw.
 * @throws {CallFailure}
 */
export async function takeOldProof(id: string, proof: OldProof): Promise<string> {
  const call = { params: { path: { id } }, body: { proof } };
  try {
    const ended = await answer(adminApi.POST("/api/giveaways/{id}/old-proof", call));
    keep(ended.giveaway);
    return ended.message;
  } finally {
    void reread();
  }
}

/**
 * Deletes a giveaway; points of one that has not ended go back.
 * @returns what the server says of the refund.
 * @throws {CallFailure}
 */
export async function deleteGiveaway(id: string): Promise<string> {
  const params = { path: { id } };
  try {
    const { message } = await answer(adminApi.DELETE("/api/giveaways/{id}", { params }));
    queryClient.setQueryData(giveawaysQuery.queryKey, (known) =>
      known?.filter((one) => one.id !== id),
    );
    return message;
  } finally {
    void reread();
  }
}
