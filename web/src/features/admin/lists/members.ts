import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";

export type Member = components["schemas"]["User"];

/** Members shown to choose from; a better search finds the others. */
const SHOWN = 4;

/** The newest members, or those that were searched for. */
export const membersQuery = (q: string) =>
  queryOptions({
    queryKey: ["admin", "accounts", "choice", q],
    queryFn: async (): Promise<readonly Member[]> => {
      const query = { page: 1, limit: SHOWN, ...(q !== "" && { q }) };
      return (await answer(adminApi.GET("/api/admin/accounts", { params: { query } }))).items;
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** How many accounts there are, whatever is searched for. */
export const memberCountQuery = queryOptions({
  queryKey: ["admin", "accounts", "count"],
  queryFn: async (): Promise<number> => {
    const query = { page: 1, limit: 1 };
    return (await answer(adminApi.GET("/api/admin/accounts", { params: { query } }))).total;
  },
  staleTime: 0,
});
