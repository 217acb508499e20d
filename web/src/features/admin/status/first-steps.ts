import { queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";
import { useMay } from "../session/rights";

export type FirstStep = components["schemas"]["FirstStep"];

/** How often open steps are read: no event says that broadcast software or a chat has come. */
const READ_MS = 30_000;

export const firstStepsQuery = queryOptions({
  queryKey: ["admin", "first-steps"],
  queryFn: () => answer(adminApi.GET("/api/admin/first-steps")),
  staleTime: 0,
});

/** The first steps of the site and its public address, as they are on the server. */
export function useFirstSteps() {
  return useLive(
    { ...firstStepsQuery, enabled: useMay("records") },
    {
      on: {
        siteSettingsChanged: () => stale,
        giveawaysUpdated: () => stale,
        chatConnectionChanged: () => stale,
      },
      everyMs: (data) => data?.steps.some(({ done }) => !done) === true && READ_MS,
    },
  );
}
