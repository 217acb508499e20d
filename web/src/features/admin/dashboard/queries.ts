import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Month } from "@/ui/months";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";

export type Board = components["schemas"]["WagerAnswer"];
export type Place = components["schemas"]["WagerEntry"];

/** How often the board is read. */
const READ_MS = 60_000;

/** Reads all that is on show of the casino's figures again. */
export function refreshWagers(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ["admin", "wagers"] });
}

/** Everyone who wagered in a month, names whole; null asks for the month that is now. */
export const boardQuery = (month: Month | null) =>
  queryOptions({
    queryKey: ["admin", "wagers", "board", month],
    queryFn: () => {
      const query = month === null ? {} : { month };
      return answer(adminApi.GET("/api/leaderboard/wager", { params: { query } }));
    },
    staleTime: 0,
    refetchInterval: READ_MS,
    // The months one can go to stay known while another one is on its way.
    placeholderData: keepPreviousData,
  });
