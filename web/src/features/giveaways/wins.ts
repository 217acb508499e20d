import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { onOnline, onPush } from "@/wire/socket";

export type Win = components["schemas"]["GiveawayWin"];

/** Giveaways that the member won and has not dismissed, newest first. */
export const winsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ["member", "wins", memberId],
    queryFn: async (): Promise<readonly Win[]> => (await answer(api.GET("/api/me/wins"))).wins,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Adds wins as they are pushed, and reads them again when pushes may have been missed. */
export function followWins(memberId: string): () => void {
  const { queryKey } = winsQuery(memberId);
  const stops = [
    onPush("giveawayWon", (win) => {
      queryClient.setQueryData(queryKey, (known = []) => [
        win,
        ...known.filter(({ id }) => id !== win.id),
      ]);
    }),
    onOnline(() => void queryClient.invalidateQueries({ queryKey })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Dismisses the notice of a win for good.
 * @throws {CallFailure}
 */
export async function dismissWin(memberId: string, id: string): Promise<void> {
  await answer(api.POST("/api/me/wins/{id}/dismiss", { params: { path: { id } } }));
  queryClient.setQueryData(winsQuery(memberId).queryKey, (known) =>
    known?.filter((win) => win.id !== id),
  );
}
