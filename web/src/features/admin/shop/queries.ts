import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { onOnline, onPush } from "@/wire/socket";
import { readSocketEvent } from "@/wire/socket-events";
import type { Live } from "../drafts/model";
import { type DraftList, taggedList } from "../drafts/publish";
import { createDrafts } from "../drafts/store";
import { adminApi } from "../session/actions";
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

/** A sale is told without its purchase, so the purchases are read again once sales have calmed down. */
const CALM_MS = 1_000;

/** Rows of a page. */
const PAGE_LENGTH = 25;

const itemsKey = ["admin", "shop", "items"];
const purchasesKey = ["admin", "shop", "purchases"];
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

/** How many purchases wait, whatever is searched for. */
export const pendingQuery = queryOptions({
  queryKey: [...purchasesKey, "pending"],
  queryFn: async (): Promise<number> => {
    const query = { page: 1, limit: 1 };
    const { counts } = await answer(adminApi.GET("/api/admin/purchases", { params: { query } }));
    return counts.pending;
  },
  staleTime: 0,
});

/** Whether the overlay is on. */
export const comingSoonQuery = queryOptions({
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
  await keepComingSoon(comingSoonEnabled);
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

async function keepComingSoon(on: boolean): Promise<void> {
  const { queryKey } = comingSoonQuery;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, on);
}

function reread(queryKey: readonly string[]): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
}

async function countSale(itemId: string): Promise<void> {
  await queryClient.cancelQueries({ queryKey: itemsKey });
  queryClient.setQueryData<Live<Item>>(itemsKey, (known) =>
    known === undefined ? known : { ...known, entries: withSale(known.entries, itemId) },
  );
}

/** Takes over what the server pushes while the page is open. What it pushes lacks inactive items. */
export function useLiveShop(): void {
  useEffect(() => {
    let calm: ReturnType<typeof setTimeout> | undefined;
    const rereadAll = () => {
      void reread(itemsKey);
      void reread(purchasesKey);
    };
    const stops = [
      onPush("pointsShopUpdated", rereadAll),
      onPush("pointsShopPurchased", ({ itemId }) => {
        void countSale(itemId);
        clearTimeout(calm);
        calm = setTimeout(rereadAll, CALM_MS);
      }),
      onPush("pointsShopConfigUpdated", ({ comingSoonEnabled }) => {
        void keepComingSoon(comingSoonEnabled);
        void reread(itemsKey);
      }),
      onOnline(() => {
        rereadAll();
        void reread(comingSoonQuery.queryKey);
      }),
    ];
    return () => {
      clearTimeout(calm);
      for (const stop of stops) stop();
    };
  }, []);
}
