import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { answer, api } from "@/wire/http";
import type { components } from "@/wire/schema";

export type LedgerPage = components["schemas"]["LedgerPage"];
export type LedgerItem = components["schemas"]["LedgerItem"];

/** Entries of a page. */
const PAGE_LENGTH = 50;

/** A page of the member's own ledger, newest first. The page before stays while the next one comes. */
const ledgerQuery = (page: number) =>
  queryOptions({
    queryKey: ["member", "ledger", page],
    queryFn: (): Promise<LedgerPage> =>
      answer(api.GET("/api/me/ledger", { params: { query: { page, limit: PAGE_LENGTH } } })),
    // Every bet adds to it.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** A page of the ledger that follows the member's points. */
export function useLedger(page: number) {
  return useLive(ledgerQuery(page), { on: { pointsUpdated: () => stale } });
}
