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
export type AuditSearch = {
  page: number;
  q: string;
  sort: (typeof orders)[number]["value"];
  /** The entry after which a search continues; empty for a new one. */
  after: string;
};

/** Rows of a page. */
const PAGE_LENGTH = 25;

const auditKey = ["admin", "audit"] as const;

/** Most parts of the audit that are searched one after the other until one has a match. */
const PARTS_MAX = 10;

/** A page of the audit. The page before stays while the next one comes. */
export const auditQuery = (search: AuditSearch) =>
  queryOptions({
    queryKey: [...auditKey, search],
    queryFn: async () => {
      let rows = await readPart(search);
      for (let part = 1; part < PARTS_MAX && rows.total === 0 && rows.left !== null; part += 1) {
        rows = await readPart({ ...search, after: rows.left.after });
      }
      return rows;
    },
    // Whatever an admin does adds to it.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

function readPart({ page, q, sort, after }: AuditSearch) {
  const query = { page, limit: PAGE_LENGTH, sort, ...(q && { q }), ...(after && { after }) };
  return answer(adminApi.GET("/api/admin/audit", { params: { query } }));
}

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
