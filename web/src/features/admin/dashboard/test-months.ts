import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin } from "@/test-panel";
import type { KnownMonth, Months, Winner } from "./months";
import { aBoard, aMonth, aWinner, boardAnswer, monthsOf } from "./test-board";

export const BOARD = "GET /api/leaderboard/wager";
export const MONTHS = "GET /api/admin/wager-months";
export const MONTH = "GET /api/admin/wager-months/2026-10";
export const tickOf = (rank: number) => `PUT /api/admin/wager-months/2026-10/payouts/${rank}`;
export const FROZEN = "2026-11-03T00:00:10Z";
export const PAID = "2026-11-05T12:00:00Z";

/** The months as the server keeps them; October 2026 with its winners. */
export class TestMonths {
  /** When the prizes of October were paid, by rank. */
  paidAt: Record<number, string | null> = {};
  frozenAt: string | null = FROZEN;
  overview: Partial<Months> = {};
  others: readonly KnownMonth[] = [];

  readonly answers: Answers = {
    [BOARD]: (request) => {
      const month = new URL(request.url).searchParams.get("month") ?? "2026-11";
      return boardAnswer(aBoard({ month }));
    },
    [MONTHS]: () => jsonAnswer(monthsOf([this.october().month, ...this.others], this.overview)),
    [MONTH]: () => jsonAnswer(this.october()),
  };

  constructor() {
    for (const rank of [1, 2, 3, 10])
      this.answers[tickOf(rank)] = async (request) => {
        const { paid }: { paid: boolean } = await request.json();
        this.paidAt[rank] = paid ? PAID : null;
        return jsonAnswer(this.october());
      };
  }

  october() {
    const winners = aBoard()
      .entries.filter(({ prize }) => prize !== null)
      .map((place) => aWinner(place, this.paidAt[place.rank] ?? null));
    return { success: true, month: aMonth("2026-10", winners, this.frozenAt), winners };
  }

  /** The first winners of October. */
  won(count: number): Winner[] {
    return this.october().winners.slice(0, count);
  }
}

/** October's page. */
export async function openOctober(months: TestMonths, answers: Answers = {}) {
  const panel = openAsAdmin("/admin", { ...months.answers, ...answers });
  await userEvent.click(await screen.findByRole("button", { name: "Previous month" }));
  await screen.findByRole("table", { name: "Wagered in October 2026" });
  return panel;
}

export const end = async () => within(await screen.findByRole("region", { name: "Month-end" }));
export const tick = (name: string) =>
  screen.getByRole("checkbox", { name: new RegExp(`^Paid: ${name},`) });
export const dialog = () => within(screen.getByRole("dialog"));
export const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
export const confirm = (name: string) => userEvent.click(dialog().getByRole("button", { name }));
