import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
import type { Economy } from "./queries";

const READ = "GET /api/admin/economy";
const RESET = "POST /api/admin/games/slot/budget/reset";
const DECIDE = "PUT /api/admin/rewards/7-30";

const dice = {
  game: "dice",
  title: "Dice",
  rounds: 0,
  staked: 0,
  paid: 0,
  expectedReturn: 0.99,
  paidReturn: null,
  positive: false,
  disabled: false,
  budget: 1_000_000,
  budgetUsed: 0,
  pausedUntil: null,
};
const slot = {
  ...dice,
  game: "slot",
  title: "Downunder Dawgs",
  rounds: 1_200,
  staked: 12_000,
  paid: 49_440,
  expectedReturn: 4.3,
  paidReturn: 4.12,
  positive: true,
  budgetUsed: 1_000_000,
  pausedUntil: "2026-11-22T13:00:00Z",
};
const reward = {
  id: "7-30",
  userId: "7",
  username: "rory",
  days: 30,
  reward: "$25 cash tip",
  earnedAt: "2026-11-20T10:00:00Z",
  month: "2026-12",
  status: "pending",
} as const;

let economy: Economy;
const house: Answers = { [READ]: () => jsonAnswer(economy) };

beforeEach(() => {
  economy = {
    success: true,
    today: "2026-11-22",
    circulation: { points: 4_000, holders: 2 },
    days: [
      {
        day: "2026-11-21",
        flows: [
          { source: "dice", minted: 198, burned: 110 },
          { source: "admins", minted: 1_300, burned: 20 },
        ],
      },
      { day: "2026-11-22", flows: [{ source: "shop", minted: 0, burned: 50 }] },
    ],
    games: [dice, slot],
    largestBalances: [
      { userId: "7", username: "rory", points: 3_000 },
      { userId: "8", username: null, points: 1_000 },
    ],
    cashRewardsTruncated: false,
    cashRewards: [reward],
    warnings: [{ code: "budget_used_up", text: "Downunder Dawgs is paused" }],
  };
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const open = (answers: Answers = {}) => openAsAdmin("/admin/economy", { ...house, ...answers });
const table = async (name: string) => within(await screen.findByRole("table", { name }));
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
const button = (name: string | RegExp) => screen.findByRole("button", { name });

describe("the economy", () => {
  it("shows what there is, what came and what went", async () => {
    open();
    expect(await screen.findByText("4,000")).toBeVisible();
    expect(screen.getByText("2 members have points")).toBeVisible();
    expect(screen.getByText("1,498")).toBeVisible();
    expect(screen.getByText("180")).toBeVisible();
    expect(screen.getByText("+1,318")).toBeVisible();
    expect(screen.getByText("Downunder Dawgs is paused")).toBeVisible();
    expect(screen.getByRole("img", { name: /1,498 minted, 180 burned/ })).toBeVisible();
    const sources = await table("Points minted and burned by source");
    expect(cells(sources.getByRole("row", { name: /^Admins/ }))).toEqual(["1,300", "20", "+1,280"]);
    expect(cells(sources.getByRole("row", { name: /^Points Shop/ }))).toEqual(["0", "50", "−50"]);
  });

  it("says the days in figures, and leaves a source out of the chart", async () => {
    open();
    await userEvent.click(await button("Show the days as a table"));
    const days = await table("Points minted and burned per day, the newest first");
    const [, today, yesterday] = days.getAllByRole("row");
    expect(today).toHaveTextContent(/^Sun, Nov 22, 2026050−50$/);
    expect(yesterday).toHaveTextContent(/^Sat, Nov 21, 20261,498130\+1,368$/);
    await userEvent.click(await button(/^Admins:/));
    expect(await button(/^Admins:/)).toHaveAttribute("aria-pressed", "false");
    expect(screen.getByRole("img", { name: /198 minted, 160 burned/ })).toBeVisible();
  });

  it("shows a day of the chart to the pointer and the keyboard", async () => {
    open();
    const chart = await screen.findByRole("img", { name: /minted/ });
    const figure = within(screen.getByRole("figure"));
    const days = screen.getByRole("slider", { name: "Day of the chart" });
    expect(figure.queryByText("Sat, Nov 21, 2026")).toBeNull();
    // The first half of the chart, after its labels, is the first of two days.
    fireEvent.pointerMove(chart, { clientX: 300 });
    expect(figure.getByText("Sat, Nov 21, 2026")).toBeVisible();
    expect(figure.getByText("+1,300")).toBeVisible();
    expect(figure.getByText("−20")).toBeVisible();
    fireEvent.pointerMove(chart, { clientX: 700 });
    expect(figure.getByText("Sun, Nov 22, 2026")).toBeVisible();
    fireEvent.pointerMove(chart, { clientX: 20 });
    expect(figure.queryByText("Sun, Nov 22, 2026")).toBeNull();
    act(() => days.focus());
    expect(figure.getByText("Sun, Nov 22, 2026")).toBeVisible();
    expect(days).toHaveAttribute("aria-valuetext", "Sun, Nov 22, 2026: Points Shop −50");
    fireEvent.change(days, { target: { value: "0" } });
    expect(days).toHaveAttribute(
      "aria-valuetext",
      "Sat, Nov 21, 2026: House games +198 −110, Admins +1,300 −20",
    );
    await userEvent.keyboard("{Escape}");
    expect(figure.queryByText("Sat, Nov 21, 2026")).toBeNull();
    fireEvent.change(days, { target: { value: "0" } });
    await userEvent.tab();
    expect(figure.queryByText("Sat, Nov 21, 2026")).toBeNull();
  });

  it("draws what was minted above zero and what was burned below it", async () => {
    open();
    const chart = await screen.findByRole("img", { name: /minted/ });
    const bars = [...chart.querySelectorAll("rect")];
    const zero = Number(chart.querySelector("svg > line")?.getAttribute("y1"));
    const above = bars.filter((bar) => Number(bar.getAttribute("y")) < zero);
    // House games and admins on the first day; both, and the shop on the second, below.
    expect(bars).toHaveLength(5);
    expect(above.map((bar) => bar.getAttribute("class"))).toEqual([
      "fill-gold-400",
      "fill-chart-blue",
    ]);
    for (const bar of above)
      expect(
        Number(bar.getAttribute("y")) + Number(bar.getAttribute("height")),
      ).toBeLessThanOrEqual(zero);
    expect(within(chart).getByText("Nov 21")).toBeInTheDocument();
    expect(within(chart).getByText("Today")).toBeInTheDocument();
  });

  it("asks for as many days as are wanted", async () => {
    const asked: (string | null)[] = [];
    open({
      [READ]: (request) => {
        asked.push(new URL(request.url).searchParams.get("days"));
        return jsonAnswer(economy);
      },
    });
    await userEvent.click(await screen.findByRole("radio", { name: "90 days" }));
    await waitFor(() => expect(asked).toEqual(["30", "90"]));
  });

  it("points out a game that pays back more than it takes", async () => {
    open();
    const games = await table("Returns and prize budgets of the house games");
    const row = games.getByRole("row", { name: /^Downunder Dawgs/ });
    expect(row).toHaveTextContent(/Paused until/);
    expect(within(row).getByText("430.00%")).toHaveTextContent("Pays back more than it takes:");
    expect(within(row).getByText("412.00%")).toBeVisible();
    expect(within(row).getByRole("progressbar")).toHaveAccessibleName(
      "Prize budget of Downunder Dawgs used today",
    );
    const fair = games.getByRole("row", { name: /^Dice/ });
    expect(within(fair).getByText("99.00%")).not.toHaveTextContent("Pays back");
    expect(within(fair).getByText("No bets yet")).toBeInTheDocument();
    expect(within(fair).getByRole("button")).toBeDisabled();
  });

  it("lets a prize budget start again after a question", async () => {
    const panel = open({
      [RESET]: () => {
        economy = { ...economy, games: [dice, { ...slot, budgetUsed: 0, pausedUntil: null }] };
        return jsonAnswer({ success: true, message: "Today's prize budget starts again" });
      },
    });
    await userEvent.click(await button("Reset the prize budget of Downunder Dawgs"));
    expect(panel.sent(RESET)).toEqual([]);
    await userEvent.click(await button("Reset the budget"));
    expect(await screen.findByText("Today's prize budget starts again")).toBeVisible();
    expect(panel.sent(RESET)).toHaveLength(1);
    expect(screen.queryByText(/Paused until/)).toBeNull();
  });

  it("reads again when a game pauses", async () => {
    economy = { ...economy, games: [dice] };
    open();
    await table("Returns and prize budgets of the house games");
    economy = { ...economy, games: [{ ...dice, pausedUntil: "2026-11-22T13:00:00Z" }] };
    act(() => deliver("gamePaused", { gameId: "dice", until: "2026-11-22T13:00:00Z" }));
    expect(await screen.findByText(/Paused until/)).toBeVisible();
  });

  it("lists who has most, with the way to the account", async () => {
    open();
    const rows = await table("Members with the most points");
    expect(rows.getByRole("link", { name: "rory" })).toHaveAttribute(
      "href",
      "/admin/accounts?q=rory",
    );
    expect(rows.getByText("75.00%")).toBeVisible();
    expect(rows.getByText("Deleted member")).toBeVisible();
  });
});

describe("cash milestones", () => {
  it("are approved and paid, each after a question", async () => {
    economy = { ...economy, today: "2026-12-01" };
    const panel = open({
      [DECIDE]: async (request) => {
        const { status }: { status: "approved" | "paid" } = await request.json();
        economy = { ...economy, cashRewards: [{ ...reward, status }] };
        return jsonAnswer({ success: true, reward: economy.cashRewards[0] });
      },
    });
    expect(await screen.findByText(/\$25 cash tip for 30 days/)).toHaveTextContent(
      "counts for December 2026",
    );
    await userEvent.click(await button("Approve: $25 cash tip of rory"));
    await userEvent.click(await button("Approve"));
    expect(await screen.findByText("$25 cash tip of rory is approved")).toBeVisible();
    await userEvent.click(await button("Mark paid: $25 cash tip of rory"));
    expect(screen.getByRole("dialog")).toHaveTextContent("This cannot be changed back");
    await userEvent.click(await button("Mark paid"));
    expect(await screen.findByText("$25 cash tip of rory is paid")).toBeVisible();
    expect(screen.queryByRole("button", { name: /: \$25 cash tip/ })).toBeNull();
    expect(panel.sent(DECIDE)).toEqual([{ status: "approved" }, { status: "paid" }]);
  });

  it("wait for the month that they count for", async () => {
    const approved = { ...reward, id: "9-30", username: "sheila", status: "approved" } as const;
    economy = { ...economy, today: "2026-11-30", cashRewards: [reward, approved] };
    open({});
    expect(await button("Approve: $25 cash tip of rory")).toBeEnabled();
    expect(await button("Reject: $25 cash tip of rory")).toBeEnabled();
    expect(await button("Mark paid from December 2026: $25 cash tip of sheila")).toBeDisabled();
  });

  it("say why one could not be decided", async () => {
    open({ [DECIDE]: () => refusal(409, "A reward that is paid cannot become rejected") });
    await userEvent.click(await button("Reject: $25 cash tip of rory"));
    await userEvent.click(await button("Reject"));
    expect(await screen.findByText("A reward that is paid cannot become rejected")).toBeVisible();
  });

  it("may be none", async () => {
    economy = { ...economy, cashRewards: [], largestBalances: [], warnings: [], games: [] };
    open();
    expect(await screen.findByText(/Nobody has earned one yet/)).toBeVisible();
    expect(screen.getByText("Nobody has any points yet.")).toBeVisible();
    expect(screen.queryByText("Needs attention")).toBeNull();
  });
});

it("says what went wrong, and tries again", async () => {
  let isBroken = true;
  open({ [READ]: () => (isBroken ? refusal(400, "Not right now") : jsonAnswer(economy)) });
  expect(await screen.findByText("Loading the economy")).toBeInTheDocument();
  expect(await screen.findByText("Not right now")).toBeVisible();
  isBroken = false;
  await userEvent.click(await button("Retry"));
  expect(await screen.findByText("4,000")).toBeVisible();
});
