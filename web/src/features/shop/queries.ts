import { queryOptions } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { stale, useLive } from "@/data/use-live";
import { toast } from "@/ui/toast";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { filledIn, type Item, withSale } from "./model";
import * as texts from "./texts/en";

/** A sale is told without a count, so the list is read again once sales have calmed down. */
const CALM_MS = 3_000;
/** The notice stands for four seconds; sales in between are no news. */
const NOTICE_MS = 4_000;

/** Every item for sale. Pushes are heard only while the page is open, so it is read with every visit. */
const itemsQuery = queryOptions({
  queryKey: ["points-shop"],
  queryFn: async (): Promise<readonly Item[]> =>
    (await answer(api.GET("/api/points-shop"))).map(filledIn),
  staleTime: 0,
});

/** Whether the overlay is on. */
const comingSoonQuery = queryOptions({
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

/** Items that are bought here: the push of their sale is no news to the buyer. */
export const ownSales = new Set<string>();

/** Says that the shop has changed; while a dialog is open only afterwards. */
function useAnnouncement(isDialogOpen: boolean): () => void {
  // A notice would lie over the dialog's buttons, and the dialog shows itself what has changed.
  const state = useRef({ isHeld: isDialogOpen, isDue: false, last: Number.NEGATIVE_INFINITY });
  const announce = useCallback(() => {
    const { isHeld, last } = state.current;
    state.current.isDue = isHeld;
    if (isHeld || Date.now() - last < NOTICE_MS) return;
    state.current.last = Date.now();
    toast({ text: texts.pointsShopUpdated, tone: "info" });
  }, []);
  useEffect(() => {
    state.current.isHeld = isDialogOpen;
    if (!isDialogOpen && state.current.isDue) announce();
  }, [isDialogOpen, announce]);
  return announce;
}

/** The items and the overlay as they are on the server; changes are announced. */
export function useShop(isDialogOpen: boolean) {
  const announce = useAnnouncement(isDialogOpen);
  useEffect(() => () => clearTimeout(calm), []);
  const items = useLive(itemsQuery, {
    on: {
      pointsShopUpdated: (list) => {
        announce();
        return list.map(filledIn);
      },
      pointsShopPurchased: ({ itemId }, known) => {
        if (!ownSales.delete(itemId)) announce();
        rereadWhenCalm();
        return known === undefined ? stale : withSale(known, itemId);
      },
    },
  });
  const comingSoon = useLive(comingSoonQuery, {
    on: {
      pointsShopConfigUpdated: ({ comingSoonEnabled }) => {
        announce();
        return comingSoonEnabled;
      },
    },
  });
  return { items, comingSoon };
}
