import { queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";

export type EntryRow = components["schemas"]["GiveawayEntryRow"];
export type Purchase = components["schemas"]["Purchase"];

/** The giveaways that the member has entered, newest first. */
const entriesQuery = queryOptions({
  queryKey: ["member", "history", "giveaways"],
  queryFn: (): Promise<readonly EntryRow[]> => answer(api.GET("/api/history/giveaways")),
  staleTime: 0,
});

/** What the member has bought in the points shop, newest first. */
export const purchasesQuery = queryOptions({
  queryKey: ["member", "history", "purchases"],
  queryFn: (): Promise<readonly Purchase[]> => answer(api.GET("/api/history/purchases")),
  staleTime: 0,
});

/** Reads the purchases again; settles when they are there or could not be read. */
export function rereadPurchases(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: purchasesQuery.queryKey });
}

/**
 * The entries, read again after another entry, and when the giveaway of one that is still open has
 * ended or is gone.
 */
export function useEntries() {
  return useLive(entriesQuery, {
    on: {
      giveawaysUpdated: ({ giveaways }, known = []) => {
        const open = new Set(
          giveaways.filter(({ status }) => status !== "ended").map(({ id }) => id),
        );
        const hasEnded = known.some(
          ({ giveawayId, status }) => status === "pending" && !open.has(giveawayId),
        );
        return hasEnded ? stale : undefined;
      },
      giveawayEntered: () => stale,
    },
  });
}
