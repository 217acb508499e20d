import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";

export type AuditItem = components["schemas"]["AuditItem"];

/** Which part of the audit is on show. */
export type AuditSearch = { page: number; q: string };

/** Rows of a page. */
const PAGE_LENGTH = 25;

/** A page of the audit, newest first. The page before stays while the next one comes. */
export const auditQuery = ({ page, q }: AuditSearch) =>
  queryOptions({
    queryKey: ["admin", "audit", { page, q }],
    queryFn: () => {
      const query = { page, limit: PAGE_LENGTH, ...(q && { q }) };
      return answer(adminApi.GET("/api/admin/audit", { params: { query } }));
    },
    // Whatever an admin does adds to it.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
