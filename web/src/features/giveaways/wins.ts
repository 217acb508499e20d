import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { onReconnect, restartRead } from "@/wire/rereads";
import type { components } from "@/wire/schema";
import { onPush } from "@/wire/socket";

/** After an outage all members read at once, so the reads are spread over this long. */
const SPREAD_MS = 3_000;

export type Win = components["schemas"]["GiveawayWin"];

/** Giveaways that the member won and has not dismissed, newest first. */
export const winsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ["member", "wins", memberId],
    queryFn: async (): Promise<readonly Win[]> => (await answer(api.GET("/api/me/wins"))).wins,
    staleTime: Number.POSITIVE_INFINITY,
    // Pushes are followed only while the notice is mounted, so its next mount reads again.
    gcTime: 0,
  });

/** Adds wins as they are pushed, and reads them again when pushes may have been missed. */
export function followWins(memberId: string): () => void {
  const { queryKey } = winsQuery(memberId);
  let timer: ReturnType<typeof setTimeout>;
  const stops = [
    onPush("giveawayWon", (win) => {
      // The answer of a read under way may be older than the push.
      void restartRead(queryKey);
      queryClient.setQueryData(queryKey, (known = []) => [
        win,
        ...known.filter(({ id }) => id !== win.id),
      ]);
    }),
    onReconnect(() => {
      clearTimeout(timer);
      timer = setTimeout(
        () => void queryClient.invalidateQueries({ queryKey }),
        Math.random() * SPREAD_MS,
      );
    }),
  ];
  return () => {
    clearTimeout(timer);
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
