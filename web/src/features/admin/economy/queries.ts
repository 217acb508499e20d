import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";

export type Economy = components["schemas"]["EconomyAnswer"];
export type GameEconomy = components["schemas"]["GameEconomy"];
export type CashReward = components["schemas"]["CashReward"];
export type CashStatus = components["schemas"]["CashStatus"];

/** How often the figures are read while they are in sight: each reading walks over all wallets. */
const READ_MS = 60_000;

const economyKey = ["admin", "economy"] as const;

/** The economy with the last so many days. The figures before stay while others come. */
export const economyQuery = (days: number) =>
  queryOptions({
    queryKey: [...economyKey, days],
    queryFn: (): Promise<Economy> =>
      answer(adminApi.GET("/api/admin/economy", { params: { query: { days } } })),
    staleTime: 0,
    refetchInterval: READ_MS,
    refetchIntervalInBackground: false,
    placeholderData: keepPreviousData,
  });

/** Reads the figures again. */
export function rereadEconomy(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: economyKey });
}

/**
 * Lets a game's prize budget of today start again.
 * @throws {CallFailure}
 */
export async function resetBudget(game: string): Promise<string> {
  const params = { path: { game } };
  const { message } = await answer(
    adminApi.POST("/api/admin/games/{game}/budget/reset", { params }),
  );
  await rereadEconomy();
  return message;
}

/**
 * Says what becomes of a reward outside the points.
 * @throws {CallFailure}
 */
export async function decideReward(id: string, status: CashStatus): Promise<void> {
  const params = { path: { id } };
  try {
    await answer(adminApi.PUT("/api/admin/rewards/{id}", { params, body: { status } }));
  } finally {
    // Also after a refusal: it may be that somebody else has decided meanwhile.
    await rereadEconomy();
  }
}
