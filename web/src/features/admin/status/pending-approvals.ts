import { queryOptions } from "@tanstack/react-query";
import { useLive } from "@/data/use-live";
import { answer } from "@/wire/http";
import { adminApi } from "../session/actions";

/** How often the names are read while nothing can be pushed. */
export const OFFLINE_READ_MS = 15_000;

/** The key of all that is read of approvals. */
export const approvalsKey = ["admin", "approvals"];

/** How many names wait for a decision. */
const pendingQuery = queryOptions({
  queryKey: [...approvalsKey, "pending"],
  queryFn: async (): Promise<number> => {
    const query = { limit: 1 };
    return (await answer(adminApi.GET("/api/admin/approvals", { params: { query } }))).counts
      .pending;
  },
  staleTime: 0,
});

/** How many names wait, as the server says by itself whenever that changes. */
export function usePendingApprovals() {
  return useLive(pendingQuery, {
    offlineMs: OFFLINE_READ_MS,
    on: { approvalsChanged: ({ pending }) => pending },
  });
}
