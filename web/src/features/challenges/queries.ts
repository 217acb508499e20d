import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { toast } from "@/ui/toast";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { onOnline, onPush, useLiveState } from "@/wire/socket";
import { type Challenge, filledIn } from "./model";

/** How often the list is read while pushes may be missing. */
const OFFLINE_READ_MS = 30_000;

/** Every challenge in the order it was published in. Pushes are heard only while the page is open, so it is read again with every visit. */
export const challengesQuery = queryOptions({
  queryKey: ["challenges"],
  queryFn: async (): Promise<readonly Challenge[]> =>
    (await answer(api.GET("/api/challenges"))).map(filledIn),
  staleTime: 0,
});

/** Takes over what the server pushes while the page is open, and says so. */
export function useLiveChallenges(): { refetchInterval: number | false } {
  useEffect(() => {
    const stopPush = onPush("challengesUpdated", (list) => {
      void replace(list.map(filledIn));
      toast({ text: "Challenges updated!", tone: "info" });
    });
    const stopOnline = onOnline(() => {
      void queryClient.invalidateQueries({ queryKey: challengesQuery.queryKey });
    });
    return () => {
      stopPush();
      stopOnline();
    };
  }, []);
  return { refetchInterval: useLiveState() === "offline" ? OFFLINE_READ_MS : false };
}

/** An answer that is still on its way may be older than the push, so it is dropped. */
async function replace(list: readonly Challenge[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: challengesQuery.queryKey });
  queryClient.setQueryData(challengesQuery.queryKey, list);
}
