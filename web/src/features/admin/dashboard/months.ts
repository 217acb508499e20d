import { queryOptions } from "@tanstack/react-query";
import type { Month } from "@/ui/months";
import { asFailure, CallFailure } from "@/wire/failure";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";
import { saveBytes } from "../shell/save-file";
import { refreshWagers } from "./queries";
import * as texts from "./texts/en";

/** What is known of a month. */
export type KnownMonth = components["schemas"]["WagerMonth"];
export type Months = components["schemas"]["WagerMonths"];
export type MonthWithWinners = components["schemas"]["WagerMonthAnswer"];
export type Winner = components["schemas"]["Winner"];

/** As often as the board is. */
const READ_MS = 60_000;

/** Whether there is a source to ask, and the months that it has told of, newest first. */
export const monthsQuery = queryOptions({
  queryKey: ["admin", "wagers", "months"],
  queryFn: (): Promise<Months> => answer(adminApi.GET("/api/admin/wager-months")),
  staleTime: 0,
  refetchInterval: READ_MS,
});

/** A month with its winners; null when nothing is known of it. */
export const monthQuery = (month: Month) =>
  queryOptions({
    queryKey: ["admin", "wagers", "month", month],
    queryFn: async (): Promise<MonthWithWinners | null> => {
      const params = { path: { month } };
      try {
        return await answer(adminApi.GET("/api/admin/wager-months/{month}", { params }));
      } catch (thrown) {
        if (asFailure(thrown).error === "not_found") return null;
        throw thrown;
      }
    },
    staleTime: 0,
    refetchInterval: READ_MS,
  });

/** Months whose places stand, and whose prizes are not all ticked as paid. */
export function unpaidMonths(months: readonly KnownMonth[]): readonly KnownMonth[] {
  return months.filter(({ frozenAt, paid, winners }) => frozenAt !== null && paid < winners);
}

/** How many prizes of some months are not ticked as paid. */
export function unpaidPrizes(months: readonly KnownMonth[]): number {
  return months.reduce((sum, { paid, winners }) => sum + winners - paid, 0);
}

/** Whole dollars of the prizes, and of those that are ticked as paid. */
export function sumsOf(winners: readonly Winner[]): { all: number; paid: number } {
  const sum = (of: readonly Winner[]) => of.reduce((total, { prize }) => total + prize, 0);
  return { all: sum(winners), paid: sum(winners.filter(({ paidAt }) => paidAt !== null)) };
}

/**
 * Ticks a prize as paid, or takes that back. What is shown then is what the server answered.
 * @throws {CallFailure}
 */
export async function tickPayout(
  month: Month,
  { rank, username }: Winner,
  paid: boolean,
): Promise<void> {
  const params = { path: { month, rank: String(rank) } };
  const path = "/api/admin/wager-months/{month}/payouts/{rank}";
  try {
    await take(await answer(adminApi.PUT(path, { params, body: { username, paid } })));
  } catch (thrown) {
    throw await reread(asFailure(thrown), texts.anotherPlayerHasRank);
  }
}

/**
 * Somebody else has changed the month, or nobody knows whether the tick arrived: all is read again. Where
 * the server asks for that, it is told once it is done; any other failure is told at once.
 */
async function reread(failure: CallFailure, changed: string): Promise<CallFailure> {
  const reading = refreshWagers();
  if (failure.error !== "changed") return failure;
  await reading;
  const { error, status } = failure;
  return new CallFailure({ error, status, message: changed });
}

/**
 * Ticks every prize of some final months as paid, if it is as many as were seen here: all or none.
 * @throws {CallFailure}
 */
export async function settleMonths(months: readonly KnownMonth[]): Promise<void> {
  const { queryKey } = monthsQuery;
  const body = { months: months.map(({ month }) => month), prizes: unpaidPrizes(months) };
  try {
    const known = await answer(adminApi.POST("/api/admin/wager-months/payouts", { body }));
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, known);
    // The ticks of each month, and what everyone sees.
    void refreshWagers();
    void queryClient.invalidateQueries({ queryKey: ["leaderboard", "wager"] });
  } catch (thrown) {
    throw await reread(asFailure(thrown), texts.prizesPayHaveChanged);
  }
}

/**
 * Asks the source for a month again.
 * @throws {CallFailure}
 */
export async function fetchMonth(month: Month): Promise<MonthWithWinners> {
  const params = { path: { month } };
  try {
    const fetched = await answer(
      adminApi.POST("/api/admin/wager-months/{month}/fetch", { params }),
    );
    await take(fetched);
    return fetched;
  } finally {
    // The board and each player's days come from the same answer. After a refusal, too: a source that
    // is slow may have been heard after this page had stopped to listen.
    void refreshWagers();
  }
}

/** Takes over what a change answered, in place of what is still on its way from before it. */
async function take(next: MonthWithWinners): Promise<void> {
  const { queryKey } = monthQuery(next.month.month);
  await Promise.all([
    queryClient.cancelQueries({ queryKey }),
    queryClient.cancelQueries({ queryKey: monthsQuery.queryKey }),
  ]);
  queryClient.setQueryData(queryKey, next);
  queryClient.setQueryData(
    monthsQuery.queryKey,
    (known) =>
      known && {
        ...known,
        months: known.months.map((one) => (one.month === next.month.month ? next.month : one)),
      },
  );
  // Everyone sees what is paid.
  void queryClient.invalidateQueries({ queryKey: ["leaderboard", "wager"] });
}

/**
 * Saves the answer of the source that a final month was made of.
 * @throws {CallFailure}
 */
export async function saveRaw(month: Month): Promise<void> {
  const params = { path: { month } };
  const path = "/api/admin/wager-months/{month}/raw";
  saveBytes(
    `wagers-${month}.json`,
    await answer(adminApi.GET(path, { params, parseAs: "arrayBuffer" })),
  );
}
