import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { adminApi } from "../session/actions";

/**
 * The switch of the whole site, under the key of the gate that stands around every page: what is
 * pushed, and the asking while nothing can be pushed, are the gate's.
 */
const siteQuery = queryOptions({
  queryKey: ["maintenance"],
  queryFn: () => answer(api.GET("/api/auth/admin/maintenance-status")),
  staleTime: 0,
});

export const useSiteSwitch = () => useQuery(siteQuery);

/** Closes the site to members, or opens it. */
export async function switchSite(closed: boolean): Promise<void> {
  const body = { enabled: closed };
  const switched = await answer(adminApi.POST("/api/auth/admin/maintenance-mode", { body }));
  await queryClient.cancelQueries({ queryKey: siteQuery.queryKey });
  queryClient.setQueryData(siteQuery.queryKey, switched);
}
