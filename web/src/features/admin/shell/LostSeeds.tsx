import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "@/wire/http";
import * as texts from "./texts/lost-seeds.en";

const seedEventsQuery = queryOptions({
  queryKey: ["admin", "seed-events"],
  queryFn: async () => (await answer(api.GET("/api/games/fairness/events"))).events,
});

/** How many seed pairs the newest restore lost. Shows nothing while that is unknown. */
export function LostSeeds() {
  const { data } = useQuery(seedEventsQuery);
  const restored = data?.find(({ kind }) => kind === "restored");
  return (
    restored !== undefined && <p>{texts.seedPairs(restored.revealedPairs, restored.lostPairs)}</p>
  );
}
