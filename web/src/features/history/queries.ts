import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { onOnline, onPush, useLiveState } from "@/wire/socket";

export type EntryRow = components["schemas"]["GiveawayEntryRow"];
export type Purchase = components["schemas"]["Purchase"];

/** The giveaways that the member has entered, newest first. */
export const entriesQuery = queryOptions({
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

/** How often the entries are read while pushes may be missing. */
const OFFLINE_READ_MS = 30_000;

/** Reads the entries again when one of those still open has ended or is gone. */
export function useLiveEntries(): { refetchInterval: number | false } {
  useEffect(() => {
    const reread = () => void queryClient.invalidateQueries({ queryKey: entriesQuery.queryKey });
    const stops = [
      onPush("giveawaysUpdated", ({ giveaways }) => {
        const open = new Set(
          giveaways.filter(({ status }) => status !== "ended").map(({ id }) => id),
        );
        const rows = queryClient.getQueryData(entriesQuery.queryKey) ?? [];
        if (rows.some(({ giveawayId, status }) => status === "pending" && !open.has(giveawayId)))
          reread();
      }),
      onOnline(reread),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return { refetchInterval: useLiveState() === "offline" ? OFFLINE_READ_MS : false };
}
