import { queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";

export type FirstStep = components["schemas"]["FirstStep"];

/** How often open steps are read: no event says that broadcast software or a chat has come. */
const READ_MS = 30_000;

const firstStepsQuery = queryOptions({
  queryKey: ["admin", "first-steps"],
  queryFn: () => answer(adminApi.GET("/api/admin/first-steps")),
  staleTime: 0,
});

/** Hides a step for everybody in the panel, or shows it again. */
export async function hideFirstStep(id: FirstStep["id"], hidden: boolean): Promise<void> {
  await answer(adminApi.PUT("/api/admin/first-steps", { body: { id, hidden } }));
  await queryClient.invalidateQueries(firstStepsQuery);
}

/** The first steps of the site and its public address, as they are on the server. */
export function useFirstSteps() {
  return useLive(firstStepsQuery, {
    on: { siteSettingsChanged: () => stale, giveawaysUpdated: () => stale },
    everyMs: (data) => data?.steps.some(({ done }) => !done) === true && READ_MS,
  });
}
