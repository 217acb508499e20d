import { queryOptions } from "@tanstack/react-query";
import { useLive } from "@/data/use-live";
import { toast } from "@/ui/toast";
import { answer, api } from "@/wire/http";
import { type Challenge, filledIn } from "./model";
import * as texts from "./texts/en";

/** Every challenge in the order it was published in. Pushes are heard only while the page is open, so it is read again with every visit. */
export const challengesQuery = queryOptions({
  queryKey: ["challenges"],
  queryFn: async (): Promise<readonly Challenge[]> =>
    (await answer(api.GET("/api/challenges"))).map(filledIn),
  staleTime: 0,
});

/** The challenges as they are on the server; changes are announced. */
export function useChallenges() {
  return useLive(challengesQuery, {
    on: {
      challengesUpdated: (list) => {
        toast({ text: texts.updated, tone: "info" });
        return list.map(filledIn);
      },
    },
  });
}
