import { queryOptions } from "@tanstack/react-query";
import { addMonths, type Month } from "@/ui/months";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";

export type PlayerHistory = components["schemas"]["PlayerHistory"];
export type HistoryDay = PlayerHistory["history"][number];

/** A day as the server names it, "2026-11-22", in the site's timezone. */
export type Day = string;

/** A player's figures are kept for so long. */
const KEPT_MS = 5 * 60_000;
/** Quick steps through days load only the day of the last step. */
const PAUSE_MS = 100;
/** The best days that are listed. */
const BEST = 3;

/** What a player wagered in the last 30 days, today's figures with them. */
export const lastDaysQuery = (username: string) =>
  queryOptions({
    queryKey: ["admin", "wagers", "player", username, "last"],
    queryFn: async ({ signal }) => {
      await pause(signal);
      const params = { query: { username } };
      return answer(adminApi.GET("/api/wager-tracking/player-history", { params, signal }));
    },
    staleTime: KEPT_MS,
  });

/** A player's days of one month, up to today. */
export const monthDaysQuery = (username: string, month: Month, today: Day) =>
  queryOptions({
    queryKey: ["admin", "wagers", "player", username, month, today],
    queryFn: async ({ signal }) => {
      await pause(signal);
      const last = addDays(`${addMonths(month, 1)}-01`, -1);
      const endDate = last < today ? last : today;
      const params = { query: { username, startDate: `${month}-01`, endDate } };
      return answer(adminApi.GET("/api/wager-tracking/player-history", { params, signal }));
    },
    staleTime: KEPT_MS,
  });

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

export type DayFigures = { daily: number; monthly: number };

/**
 * What a player had wagered on a day and in its month until then. Days without figures are left out by
 * the server: nothing was wagered on them, and the month stands as it stood before.
 */
export function figuresOn(day: Day, history: readonly HistoryDay[]): DayFigures {
  const month = day.slice(0, 7);
  const before = history.findLast(({ date }) => date <= day && date.startsWith(month));
  if (before === undefined) return { daily: 0, monthly: 0 };
  return {
    daily: before.date === day ? before.dailyWager : 0,
    monthly: before.monthlyWager,
  };
}

/** The days with the most wagered, the newer one first where two are equal. */
export function bestDays(history: readonly HistoryDay[]): readonly HistoryDay[] {
  return history
    .filter(({ dailyWager }) => dailyWager > 0)
    .toSorted((one, other) =>
      other.dailyWager === one.dailyWager
        ? other.date.localeCompare(one.date)
        : other.dailyWager - one.dailyWager,
    )
    .slice(0, BEST);
}

/** What can be thrown away of what was tracked (docs/decisions.md, D2). */
export type Reset = "daily" | "database" | "complete";

export type ResetDone = components["schemas"]["ResetAnswer"];

const calls = {
  daily: "/api/wager-tracking/reset-daily",
  database: "/api/wager-tracking/reset-database",
  complete: "/api/wager-tracking/complete-reset",
} as const;

/**
 * Throws it away; the server takes a backup first and says where it is.
 * @throws {CallFailure}
 */
export async function resetTracking(what: Reset): Promise<ResetDone> {
  try {
    return await answer(adminApi.POST(calls[what]));
  } finally {
    // Also after a refusal: who lost the answer does not know what was thrown away.
    void queryClient.invalidateQueries({ queryKey: ["admin", "wagers"] });
  }
}
