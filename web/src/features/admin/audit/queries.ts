import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";
import * as texts from "./texts/en";

export type AuditItem = components["schemas"]["AuditItem"];
export type AuditRows = components["schemas"]["AuditPage"];

/** What the audit can be sorted by, in the words of the address and of the server. */
export const orders = [
  { value: "newest", label: texts.newest },
  { value: "oldest", label: texts.oldest },
] as const;

/** Which part of the audit is on show. */
export type AuditSearch = { page: number; q: string; sort: (typeof orders)[number]["value"] };

/** Rows of a page. */
const PAGE_LENGTH = 25;

const auditKey = ["admin", "audit"] as const;

/** A page of the audit. The page before stays while the next one comes. */
export const auditQuery = ({ page, q, sort }: AuditSearch) =>
  queryOptions({
    queryKey: [...auditKey, { page, q, sort }],
    queryFn: () => {
      const query = { page, limit: PAGE_LENGTH, sort, ...(q && { q }) };
      return answer(adminApi.GET("/api/admin/audit", { params: { query } }));
    },
    // Whatever an admin does adds to it.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/**
 * Takes back the points of a grant, and reads the audit again: it has a new entry, or shows why it was refused.
 * @throws {CallFailure}
 */
export async function takeBack(grant: string) {
  const params = { path: { id: grant } };
  try {
    return await answer(adminApi.POST("/api/admin/grants/{id}/undo", { params }));
  } finally {
    void queryClient.invalidateQueries({ queryKey: auditKey });
  }
}
