import { queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { answer } from "@/wire/http";
import { adminApi } from "../session/actions";

/** Sales come in bursts, and each means that the purchases are read: once for all within this time. */
const SALES_MS = 1_000;

/** The key of all that is read of purchases. */
export const purchasesKey = ["admin", "shop", "purchases"];

/** What keeps a query of purchases live. A sale is pushed without its purchase. */
export const followPurchases = {
  spreadMs: SALES_MS,
  on: {
    pointsShopUpdated: (): typeof stale => stale,
    pointsShopPurchased: (): typeof stale => stale,
  },
};

/** How many purchases wait, whatever is searched for. */
const pendingQuery = queryOptions({
  queryKey: [...purchasesKey, "pending"],
  queryFn: async (): Promise<number> => {
    const query = { page: 1, limit: 1 };
    const { counts } = await answer(adminApi.GET("/api/admin/purchases", { params: { query } }));
    return counts.pending;
  },
  staleTime: 0,
});

/** How many purchases wait, as it is on the server. */
export function usePendingPurchases() {
  return useLive(pendingQuery, followPurchases);
}
