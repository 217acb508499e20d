import { queryOptions } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { onPush } from "@/wire/socket";
import { adminApi } from "../session/actions";

export type LiveBet = components["schemas"]["LiveBet"];

/** How often the feed is read while it is in sight. */
const READ_MS = 3_000;
/** How many bets the server keeps. */
const KEPT = 100;

/** The latest bets of all members, newest first. A tab out of sight does not ask. */
export const liveBetsQuery = queryOptions({
  queryKey: ["admin", "live-bets"],
  queryFn: async (): Promise<readonly LiveBet[]> => {
    const params = { query: { limit: KEPT } };
    const { bets } = await answer(adminApi.GET("/api/auth/admin/live-bets", { params }));
    return bets.toSorted((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp));
  },
  staleTime: 0,
  refetchInterval: READ_MS,
  refetchIntervalInBackground: false,
});

/** Reads the feed again with every push; what is being read already is not asked for twice. */
export function followBets(): () => void {
  const { queryKey } = liveBetsQuery;
  return onPush("liveBet", () => {
    void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  });
}
