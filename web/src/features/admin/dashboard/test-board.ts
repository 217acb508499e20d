import { jsonAnswer } from "@/test-page";
import type { Month } from "@/ui/months";
import type { KnownMonth, Months, Winner } from "./months";
import type { Board, Place } from "./queries";
import type { HistoryDay, PlayerHistory } from "./tracking";

export function aPlace(rank: number, username: string, wagered: number, prize = 0): Place {
  return {
    rank,
    username,
    wagered,
    won: null,
    own: false,
    paid: false,
    prize: prize === 0 ? null : { amount: prize, kind: rank >= 10 ? "bonusBuy" : "cash" },
  };
}

/** The board of November 2026, read from the casino four minutes ago. */
export function aBoard(change: Partial<Board> = {}): Board {
  const now = Date.now();
  return {
    success: true,
    month: "2026-11",
    firstMonth: "2023-01",
    currentMonth: "2026-11",
    source: "live",
    updatedAt: new Date(now - 4 * 60_000).toISOString(),
    madeAt: null,
    nextUpdateAt: new Date(now + 5.5 * 60_000).toISOString(),
    provisional: true,
    frozenAt: null,
    notice: null,
    warning: null,
    empty: null,
    pool: 3500,
    entries: [
      aPlace(1, "kangaroo", 1000.1, 1000),
      aPlace(2, "wombat", 500.2, 600),
      aPlace(3, "emu", 0.03, 450),
      aPlace(10, "dingo", 0, 80),
      aPlace(19, "koala", 0),
    ],
    ...change,
  };
}

export function aWinner(place: Place, paidAt: string | null = null): Winner {
  const { rank, username, wagered, prize } = place;
  return {
    rank,
    username,
    wagered,
    prize: prize?.amount ?? 0,
    kind: prize?.kind ?? "cash",
    paidAt,
  };
}

/** A month as admins are told of it, with who has won a prize of the board. */
export function aMonth(month: Month, winners: readonly Winner[], frozenAt: string | null = null) {
  const known: KnownMonth = {
    month,
    players: 5,
    fetchedAt: "2026-11-03T00:00:10Z",
    madeAt: null,
    frozenAt,
    pool: 3500,
    winners: winners.length,
    paid: winners.filter(({ paidAt }) => paidAt !== null).length,
  };
  return known;
}

/** What is known of all months. */
export function monthsOf(months: readonly KnownMonth[], change: Partial<Months> = {}): Months {
  return {
    success: true,
    configured: true,
    failing: false,
    nextUpdateAt: null,
    months: [...months],
    ...change,
  };
}

export const boardAnswer = (board: Board) => jsonAnswer(board);

export function aDay(date: string, dailyWager: number, monthlyWager: number): HistoryDay {
  return { date, dailyWager, monthlyWager, totalWagered: 10_000 };
}

export function historyAnswer(change: Partial<PlayerHistory> = {}): Response {
  const answer: PlayerHistory = {
    success: true,
    message: "The player's days",
    startDate: "2026-10-24",
    endDate: "2026-11-22",
    history: [
      aDay("2026-10-30", 70, 900),
      aDay("2026-11-03", 40, 40),
      aDay("2026-11-10", 300.5, 340.5),
      aDay("2026-11-22", 10, 350.5),
    ],
    currentStats: {
      username: "kangaroo",
      totalWagered: 12_345.6,
      monthlyWager: 351.5,
      dailyWager: 11,
    },
    trackedSince: "2026-01-01",
    ...change,
  };
  return jsonAnswer(answer);
}
