import { queryOptions } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { toast } from "@/ui/toast";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { onOnline, onPush, useLiveState } from "@/wire/socket";
import { filledIn, type Item, withSale } from "./model";

/** How often the shop is read while pushes may be missing. */
const OFFLINE_READ_MS = 30_000;
/** A sale is told without a count, so the list is read again once sales have calmed down. */
const CALM_MS = 3_000;
/** The notice stands for four seconds; sales in between are no news. */
const NOTICE_MS = 4_000;

/** Every item for sale. Pushes are heard only while the page is open, so it is read with every visit. */
export const itemsQuery = queryOptions({
  queryKey: ["points-shop"],
  queryFn: async (): Promise<readonly Item[]> =>
    (await answer(api.GET("/api/points-shop"))).map(filledIn),
  staleTime: 0,
});

/** Whether the overlay is on. */
export const comingSoonQuery = queryOptions({
  queryKey: ["points-shop-config"],
  queryFn: async (): Promise<boolean> =>
    (await answer(api.GET("/api/points-shop/config"))).comingSoonEnabled,
  staleTime: 0,
});

let calm: ReturnType<typeof setTimeout> | undefined;

/** Reads the items again once nothing has been sold for a moment. */
export function rereadWhenCalm(): void {
  clearTimeout(calm);
  calm = setTimeout(() => void reread(), CALM_MS);
}

/** Reads items and settings again. */
export async function reread(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: itemsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: comingSoonQuery.queryKey }),
  ]);
}

/** Says that the shop has changed; while a dialog is open only afterwards. */
function useAnnouncement(isDialogOpen: boolean): () => void {
  // A notice would lie over the dialog's buttons, and the dialog shows itself what has changed.
  const state = useRef({ isHeld: isDialogOpen, isDue: false, last: Number.NEGATIVE_INFINITY });
  const announce = useCallback(() => {
    const { isHeld, last } = state.current;
    state.current.isDue = isHeld;
    if (isHeld || Date.now() - last < NOTICE_MS) return;
    state.current.last = Date.now();
    toast({ text: "Points shop updated!", tone: "info" });
  }, []);
  useEffect(() => {
    state.current.isHeld = isDialogOpen;
    if (!isDialogOpen && state.current.isDue) announce();
  }, [isDialogOpen, announce]);
  return announce;
}

/** Takes over what the server pushes while the page is open, and says so. */
export function useLiveShop(isDialogOpen: boolean): { refetchInterval: number | false } {
  const announce = useAnnouncement(isDialogOpen);
  useEffect(() => {
    const stops = [
      onPush("pointsShopUpdated", (list) => {
        replaceItems(() => list.map(filledIn));
        announce();
      }),
      onPush("pointsShopPurchased", ({ itemId }) => {
        replaceItems((known) => (known === undefined ? undefined : withSale(known, itemId)));
        rereadWhenCalm();
        announce();
      }),
      onPush("pointsShopConfigUpdated", ({ comingSoonEnabled }) => {
        void queryClient.cancelQueries({ queryKey: comingSoonQuery.queryKey });
        queryClient.setQueryData(comingSoonQuery.queryKey, comingSoonEnabled);
        announce();
      }),
      onOnline(() => void reread()),
    ];
    return () => {
      clearTimeout(calm);
      for (const stop of stops) stop();
    };
  }, [announce]);
  return { refetchInterval: useLiveState() === "offline" ? OFFLINE_READ_MS : false };
}

/**
 * An answer that is still on its way may be older than the push, so it is dropped; pushes are taken
 * in the order they came in.
 */
function replaceItems(next: (known: readonly Item[] | undefined) => readonly Item[] | undefined) {
  const known = queryClient.getQueryData<readonly Item[]>(itemsQuery.queryKey);
  const items = next(known);
  if (items === undefined) return;
  void queryClient.cancelQueries({ queryKey: itemsQuery.queryKey });
  queryClient.setQueryData(itemsQuery.queryKey, items);
}
