import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "@/wire/http";
import { pageData } from "@/wire/page-data";
import type { components } from "@/wire/schema";

export type Site = components["schemas"]["SiteAnswer"];

/** Everything that differs from one streamer to another: name, links, figures. */
export const siteQuery = queryOptions({
  queryKey: ["site"],
  queryFn: () => answer(api.GET("/api/site")),
  staleTime: 5 * 60_000,
  // A browser may show a document again that it has kept, so the data in it is read again.
  ...(pageData.site && { initialData: pageData.site, initialDataUpdatedAt: 0 }),
});

/** The site's own data, undefined while it is loading or could not be loaded. */
export function useSite(): Site | undefined {
  return useQuery(siteQuery).data;
}

/** Points for a new member who confirms the email. A site that sends no emails does not promise them. */
export function welcomePointsOf(site: Site | undefined): number {
  const { features, welcomePoints = 0 } = site ?? {};
  return features?.mail === false ? 0 : welcomePoints;
}

/** See {@link welcomePointsOf}. */
export function useWelcomePoints(): number {
  return welcomePointsOf(useSite());
}
