import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";
import { approvalsKey, OFFLINE_READ_MS } from "../status/pending-approvals";
import type { ApprovalState, ApprovalsSearch } from "./model";

export type Approval = components["schemas"]["Approval"];

/** Rows of a page. */
const PAGE_LENGTH = 25;

const pagesKey = [...approvalsKey, "page"];

/**
 * A page of the names of one state, with the state that was asked for. The page before stays while
 * the next one comes.
 */
export const approvalPageQuery = ({ page, q, status, sort }: ApprovalsSearch) =>
  queryOptions({
    queryKey: [...pagesKey, { page, q, status, sort }],
    queryFn: async () => {
      const query = { page, limit: PAGE_LENGTH, status, sort, ...(q !== "" && { q }) };
      const answered = await answer(adminApi.GET("/api/admin/approvals", { params: { query } }));
      return { ...answered, status };
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** A page of the names, read again whenever the server says that something about them has changed. */
export function useApprovalPage(search: ApprovalsSearch) {
  return useLive(approvalPageQuery(search), {
    offlineMs: OFFLINE_READ_MS,
    on: { approvalsChanged: () => stale },
  });
}

function reread(queryKey: readonly string[]): void {
  void queryClient.invalidateQueries({ queryKey });
}

/** Says yes or no to a name; "pending" takes the decision on a member's newest request back. */
export async function decide(
  id: string,
  status: ApprovalState,
  adminNote: string,
): Promise<string> {
  const params = { path: { id } };
  const body = adminNote === "" ? { status } : { status, adminNote };
  try {
    const { message } = await answer(
      adminApi.PUT("/api/auth/gaming-approvals/{id}", { params, body }),
    );
    return message;
  } finally {
    // Also after a refusal: it may be that somebody else has decided meanwhile.
    reread(approvalsKey);
  }
}
