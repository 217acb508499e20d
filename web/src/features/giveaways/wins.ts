import { queryOptions } from "@tanstack/react-query";
import { useLive } from "@/data/use-live";
import { type Submission, useSubmit } from "@/data/use-submit";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";

/** After an outage all members read at once, so the reads are spread over this long. */
const SPREAD_MS = 3_000;

export type Win = components["schemas"]["GiveawayWin"];

const winsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ["member", "wins", memberId],
    queryFn: async (): Promise<readonly Win[]> => (await answer(api.GET("/api/me/wins"))).wins,
    staleTime: Number.POSITIVE_INFINITY,
    // Pushes are followed only while the notice is mounted, so its next mount reads again.
    gcTime: 0,
  });

/** Giveaways that the member won and has not dismissed, newest first. */
export function useWins(memberId: string): readonly Win[] {
  const { data = [] } = useLive(winsQuery(memberId), {
    isAfterConnection: true,
    spreadMs: SPREAD_MS,
    on: {
      giveawayWon: (win, known = []) => [win, ...known.filter(({ id }) => id !== win.id)],
    },
  });
  return data;
}

/** Dismisses the notice of a win for good. */
export function useDismissal(memberId: string): Submission<string, unknown> {
  return useSubmit({
    send: (id: string) =>
      answer(api.POST("/api/me/wins/{id}/dismiss", { params: { path: { id } } })),
    onAnswer: (_, id) => {
      queryClient.setQueryData(winsQuery(memberId).queryKey, (known) =>
        known?.filter((win) => win.id !== id),
      );
    },
  });
}
