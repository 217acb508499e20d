import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { asFailure } from "@/wire/failure";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";
import type { Account, AccountsSearch } from "./model";

export type AccountsPage = components["schemas"]["AccountsPage"];
export type LedgerPage = components["schemas"]["LedgerPage"];
export type LedgerItem = components["schemas"]["LedgerItem"];
export type GrantJob = components["schemas"]["GrantJob"];

/** Which part of a ledger is on show. */
export type LedgerSearch = { page: number; q: string };

/** Cards of a page. */
const PAGE_LENGTH = 24;
/** Entries of a page of the ledger. */
const LEDGER_LENGTH = 25;
/** How often the progress of a job is read. */
const JOB_READ_MS = 1_000;

const listKey = ["admin", "accounts", "list"] as const;

/** A page of the list. The page before stays while the next one comes. */
export const accountsQuery = ({ page, q, sort }: AccountsSearch) =>
  queryOptions({
    queryKey: [...listKey, { page, q, sort }],
    queryFn: () => {
      const query = { page, limit: PAGE_LENGTH, sort, ...(q && { q }) };
      return answer(adminApi.GET("/api/admin/accounts", { params: { query } }));
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** A page of a member's ledger, or of what a search finds in it, newest first. */
export const ledgerQuery = (id: string, { page, q }: LedgerSearch) =>
  queryOptions({
    queryKey: ["admin", "accounts", "ledger", id, { page, q }],
    queryFn: () => {
      const query = { page, limit: LEDGER_LENGTH, ...(q && { q }) };
      const params = { path: { id }, query };
      return answer(adminApi.GET("/api/admin/accounts/{id}/ledger", { params }));
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** How far points for everyone are, read each second until they have ended. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ["admin", "accounts", "job", id],
    queryFn: async (): Promise<GrantJob> => {
      const params = { path: { id } };
      return (await answer(adminApi.GET("/api/admin/jobs/{id}", { params }))).job;
    },
    staleTime: 0,
    // A reading that failed is not the end of the job; that there is no such job is.
    refetchInterval: ({ state }) => {
      const isGone = state.error !== null && asFailure(state.error).status === 404;
      return state.data?.endedAt || isGone ? false : JOB_READ_MS;
    },
    refetchIntervalInBackground: true,
  });

/** Shows at once what the server said of one account; the list is then read again. */
export function keepAccount(id: string, change: Partial<Account>): void {
  queryClient.setQueriesData<AccountsPage>({ queryKey: listKey }, (known) =>
    known === undefined
      ? known
      : {
          ...known,
          items: known.items.map((one) => (one.id === id ? { ...one, ...change } : one)),
        },
  );
  void rereadAccounts();
}

/** Reads the list again. */
export function rereadAccounts(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listKey });
}
