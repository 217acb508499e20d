import { queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";

export type FirstStep = components["schemas"]["FirstStep"];

/** How often open steps are read: no event says that broadcast software or a chat has come. */
const READ_MS = 30_000;

const firstStepsQuery = queryOptions({
  queryKey: ["admin", "first-steps"],
  queryFn: async (): Promise<readonly FirstStep[]> =>
    (await answer(adminApi.GET("/api/admin/first-steps"))).steps,
  staleTime: 0,
});

/** The first steps of the site, as they are on the server. */
export function useFirstSteps() {
  return useLive(firstStepsQuery, {
    on: { siteSettingsChanged: () => stale, giveawaysUpdated: () => stale },
    everyMs: (steps) => steps?.some(({ done }) => !done) === true && READ_MS,
  });
}
