import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answer } from "@/wire/http";
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

/** A page of the audit. The page before stays while the next one comes. */
export const auditQuery = ({ page, q, sort }: AuditSearch) =>
  queryOptions({
    queryKey: ["admin", "audit", { page, q, sort }],
    queryFn: () => {
      const query = { page, limit: PAGE_LENGTH, sort, ...(q && { q }) };
      return answer(adminApi.GET("/api/admin/audit", { params: { query } }));
    },
    // Whatever an admin does adds to it.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
