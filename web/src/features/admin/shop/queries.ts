import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { readSocketEvent } from "@/wire/socket-events";
import { type DraftList, liveQuery, taggedList } from "../drafts/publish";
import { createDrafts } from "../drafts/store";
import { adminApi } from "../session/actions";
import { followPurchases, purchasesKey } from "../status/pending-purchases";
import {
  filledIn,
  type Item,
  type Purchase,
  type PurchaseStatus,
  type PurchasesSearch,
  traits,
  withSale,
} from "./model";

type PurchasesPage = components["schemas"]["PurchasesPage"];

/** Rows of a page. */
const PAGE_LENGTH = 25;

const itemsKey = ["admin", "shop", "items"];
const pagesKey = [...purchasesKey, "page"];

/** What is stored has to look like what is pushed. */
const read = (stored: unknown) =>
  readSocketEvent("pointsShopUpdated", stored)?.map(filledIn) ?? null;

/** The items, inactive ones too: what is live, and the draft on this browser. */
export const itemList: DraftList<Item> = {
  queryKey: itemsKey,
  traits,
  drafts: createDrafts({ name: "admin.shop", read, traits }),
  read: async () => {
    const { data, response } = await adminApi.GET("/api/points-shop");
    return taggedList((data ?? []).map(filledIn), response);
  },
  send: (body, headers) => answer(adminApi.POST("/api/points-shop", { body, headers })),
};

/** A page of what members have bought. The page before stays while the next one comes. */
export const purchasesQuery = ({ page, q, status, sort }: PurchasesSearch) =>
  queryOptions({
    queryKey: [...pagesKey, { page, q, status, sort }],
    queryFn: () => {
      const wanted = { ...(q !== "" && { q }), ...(status !== "all" && { status }) };
      const query = { page, limit: PAGE_LENGTH, sort, ...wanted };
      return answer(adminApi.GET("/api/admin/purchases", { params: { query } }));
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** Whether the overlay is on. */
const comingSoonQuery = queryOptions({
  queryKey: ["admin", "shop", "config"],
  queryFn: async (): Promise<boolean> =>
    (await answer(adminApi.GET("/api/points-shop/config"))).comingSoonEnabled,
  staleTime: 0,
});

/**
 * Lays the overlay over the shop, or takes it away.
 * @throws {CallFailure}
 */
export async function setComingSoon(on: boolean): Promise<void> {
  const body = { comingSoonEnabled: on };
  const { comingSoonEnabled } = await answer(adminApi.POST("/api/points-shop/config", { body }));
  const { queryKey } = comingSoonQuery;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, comingSoonEnabled);
  // The setting counts as a version of its own, which the next draft is to be based on.
  void reread(itemsKey);
}

/**
 * Sets where a purchase stands (docs/decisions.md, E5).
 * @throws {CallFailure}
 */
export async function setPurchase(
  { id, status: seenStatus }: Purchase,
  status: PurchaseStatus,
): Promise<void> {
  const params = { path: { id } };
  const body = { status, seenStatus };
  try {
    const { purchase } = await answer(
      adminApi.PUT("/api/points-shop/purchases/{id}", { params, body }),
    );
    await queryClient.cancelQueries({ queryKey: purchasesKey });
    queryClient.setQueriesData<PurchasesPage>(
      { queryKey: pagesKey },
      (known) =>
        known && { ...known, items: known.items.map((one) => (one.id === id ? purchase : one)) },
    );
  } finally {
    // Its stock may have come back; and after a refusal somebody else may have been quicker.
    void reread(itemsKey);
    void reread(purchasesKey);
  }
}

function reread(queryKey: readonly string[]): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
}

/**
 * Keeps the items as they are on the server. A list that is pushed lacks inactive items and has no
 * version; the overlay counts as a version of its own.
 */
export function useLiveItems(): void {
  useLive(liveQuery(itemList), {
    on: {
      pointsShopUpdated: () => stale,
      pointsShopConfigUpdated: () => stale,
      pointsShopPurchased: ({ itemId }, known) =>
        known && { ...known, entries: withSale(known.entries, itemId) },
    },
  });
}

/** A page of the purchases as they are on the server. */
export function usePurchases(search: PurchasesSearch) {
  return useLive(purchasesQuery(search), followPurchases);
}

/** Whether the overlay is on, as it is on the server. */
export function useComingSoon() {
  return useLive(comingSoonQuery, {
    on: { pointsShopConfigUpdated: ({ comingSoonEnabled }) => comingSoonEnabled },
  });
}
