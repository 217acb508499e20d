import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer, sampleMember } from "@/test-page";
import { testRouterOptions } from "@/test-router";
import { later } from "@/testing/later";
import { stubFetch } from "@/testing/pending-work";
import { formatAge, formatUntil } from "@/ui/format/durations";
import { addMonths, yearsOf } from "@/ui/months";
import { queryClient } from "@/wire/queries";
import { standingOf } from "./freshness";
import { prizedText, prizeSumText, prizeText } from "./money";
import { nextReadMs, type WagerAnswer, type WagerEntry } from "./queries";
import { podiumOf, wagerRows } from "./standings";
import { WagerLeaderboardPage } from "./WagerLeaderboardPage";

const FALLBACK = "Failed to load leaderboard data. Using fallback data instead.";
const SAMPLE = "Displaying sample data for demonstration purposes.";

const entry = (rank: number, more: Partial<WagerEntry> = {}): WagerEntry => ({
  rank,
  username: `p${rank}***ne`,
  wagered: 16_000.5 - rank * 100,
  prize: { amount: 1_000 - rank * 10, kind: rank >= 10 ? "bonusBuy" : "cash" },
  won: null,
  own: false,
  paid: false,
  ...more,
});

const none = (rank: number) => entry(rank, { prize: null });

const entries = (count: number) => Array.from({ length: count }, (_, index) => entry(index + 1));

const answer = (more: Partial<WagerAnswer> = {}): WagerAnswer => ({
  success: true,
  month: "2026-11",
  firstMonth: "2023-01",
  currentMonth: "2026-11",
  source: "live",
  notice: null,
  warning: null,
  empty: null,
  updatedAt: "2026-11-21T10:00:00Z",
  madeAt: null,
  nextUpdateAt: "2026-11-21T10:10:00Z",
  provisional: true,
  frozenAt: null,
  pool: 3_500,
  entries: entries(20),
  ...more,
});

const prizes = (...amounts: number[]) =>
  amounts.map((amount, index) => ({ rank: index + 1, amount, kind: "cash" as const }));

/** The last prizes add up to more than their pool. */
const prizePeriods = [
  { from: null, pool: 1_000, prizes: prizes(600, 400) },
  { from: "2025-08", pool: 3_500, prizes: prizes(2_000, 1_520) },
];

const fetched = vi.fn<(month: string | null) => Response | Promise<Response>>();

/** The months that were asked for, null for the current one. */
const asked = () => fetched.mock.calls.map(([month]) => month);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T10:04:10Z"), toFake: ["Date"] });
  fetched.mockReset();
  fetched.mockImplementation((month) => jsonAnswer(answer(month === null ? {} : { month })));
  stubFetch(async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/api/leaderboard/wager") return fetched(searchParams.get("month"));
    return jsonAnswer({ success: true, casinoName: "Rainbet", prizePeriods, user: sampleMember });
  });
  return () => vi.useRealTimers();
});

/** Opens the page with an address that works, as the app does. */
function open(address = "/leaderboard") {
  queryClient.clear();
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "/leaderboard",
    validateSearch: ({ month }: Record<string, unknown>): { month?: string } =>
      typeof month === "string" ? { month } : {},
    component: function Page() {
      const search: { month?: string } = page.useSearch();
      return <WagerLeaderboardPage month={search.month ?? null} />;
    },
  });
  const router = createRouter({
    ...testRouterOptions,
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      {/* The type of the app's own router is registered; this one has a single route of it. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}

const table = () => screen.findByRole("table");
const selector = () => screen.getByRole("combobox", { name: "Month shown" });
const pool = () => screen.getByRole("region", { name: "Prize pool" });
const button = (name: string) => screen.getByRole("button", { name });

it("shows the pool, the first three, and twenty places with their prizes", async () => {
  fetched.mockImplementation(() =>
    jsonAnswer(answer({ entries: [...entries(18), entry(19, { prize: null }), entry(20)] })),
  );
  open();
  expect(await table()).toHaveAccessibleName("Wagered in November 2026");
  expect(screen.getByRole("region", { name: "Prize pool" })).toHaveTextContent("$3,500");
  const first = within(screen.getByRole("list", { name: "The first three" })).getAllByRole(
    "listitem",
  )[0];
  expect(first).toHaveTextContent("First: p1***ne$15,900.50$990");
  expect(screen.getAllByRole("row")).toHaveLength(21);
  expect(screen.getByRole("row", { name: "10 p10***ne $15,000.50 $900 bonus buy" })).toBeVisible();
  expect(screen.getByRole("row", { name: "19 p19***ne $14,100.50 No prize" })).toBeVisible();
});

it("says what the prizes add up to where that is another amount than the pool", async () => {
  // Also before anybody has wagered.
  fetched.mockImplementation(() => jsonAnswer(answer({ empty: "No data", entries: [] })));
  open();
  expect(await screen.findByText("The prizes add up to $3,520.")).toBeVisible();
  expect(pool()).toHaveTextContent("$3,500");
});

it("shows no pool on a site without prizes", async () => {
  fetched.mockImplementation(() => jsonAnswer(answer({ pool: 0, entries: [none(1), none(2)] })));
  open();
  expect(await screen.findByText("p2***ne")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Prize pool" })).toBeNull();
  expect(screen.queryByText("$0")).toBeNull();
});

it("marks a member's own place", async () => {
  fetched.mockImplementation(() =>
    jsonAnswer(answer({ entries: [entry(1), entry(2, { own: true, username: "rory" })] })),
  );
  open();
  await table();
  expect(screen.getByRole("row", { name: /^2 rory ?\(you\)/ })).toBeVisible();
});

it("has no podium while fewer than three have wagered more than 0", async () => {
  fetched.mockImplementation(() =>
    jsonAnswer(answer({ entries: [entry(1), entry(2), entry(3, { wagered: 0 })] })),
  );
  open();
  await table();
  expect(screen.queryByRole("list", { name: "The first three" })).toBeNull();
});

it("steps through the months, no further than there are any", async () => {
  const router = open();
  await table();
  expect(button("Next month")).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Current month" })).toBeNull();
  // As wide as the longest name, so that the arrows stay in their places.
  expect(selector().parentElement).toHaveClass("sm:w-46");
  expect(screen.getByRole("group", { name: "Month" })).toHaveClass("sm:ml-auto");
  await userEvent.click(button("Previous month"));
  expect(await screen.findByRole("table", { name: "Wagered in October 2026" })).toBeVisible();
  expect(router.state.location.search).toEqual({ month: "2026-10" });
  expect(asked()).toEqual([null, "2026-10"]);

  await userEvent.selectOptions(selector(), "January 2023");
  expect(await screen.findByRole("table", { name: "Wagered in January 2023" })).toBeVisible();
  expect(button("Previous month")).toBeDisabled();
  expect(button("Next month")).toBeEnabled();

  await userEvent.click(button("Current month"));
  expect(await screen.findByRole("table", { name: "Wagered in November 2026" })).toBeVisible();
  expect(router.state.location.search).toEqual({});
  expect(selector()).toHaveFocus();
});

it("keeps the focus when a step leads to the last month there is", async () => {
  open("/leaderboard?month=2026-10");
  await table();
  await userEvent.click(button("Next month"));
  expect(button("Next month")).toBeDisabled();
  expect(selector()).toHaveFocus();
});

it.each(["2022-12", "2026-12", "2026-99", "soon"])(
  "falls back to the current month for %s",
  async (month) => {
    const router = open(`/leaderboard?month=${month}`);
    expect(await table()).toHaveAccessibleName("Wagered in November 2026");
    await waitFor(() => expect(router.state.location.href).toBe("/leaderboard"));
    expect(asked()).toEqual([null]);
  },
);

it("turns a spinner while a month is on its way, and hides the one before", async () => {
  const answers: ((response: Response) => void)[] = [];
  open();
  await table();
  fetched.mockImplementation(() => new Promise((resolve) => void answers.push(resolve)));
  await userEvent.click(button("Previous month"));
  expect(screen.getByRole("status")).toHaveTextContent("Loading October 2026");
  expect(screen.queryByRole("table")).toBeNull();
  answers[0]?.(jsonAnswer(answer({ month: "2026-10" })));
  expect(await table()).toHaveAccessibleName("Wagered in October 2026");
});

it("says that it failed, and tries again", async () => {
  fetched.mockImplementation(() =>
    jsonAnswer({ success: false, error: "x", message: "Not right now" }, 400),
  );
  open();
  const alert = await screen.findByRole("alert");
  expect(
    within(alert).getByRole("heading", { name: "Failed to load leaderboard data." }),
  ).toBeVisible();
  expect(alert).toHaveTextContent("Not right now");
  fetched.mockImplementation(() => jsonAnswer(answer()));
  await userEvent.click(button("Retry"));
  expect(await table()).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("keeps what it has when a later try fails", async () => {
  open();
  await table();
  fetched.mockImplementation(() =>
    jsonAnswer({ success: false, error: "x", message: "Not right now" }, 400),
  );
  await queryClient.refetchQueries({ queryKey: ["leaderboard", "wager"] });
  expect(await screen.findByRole("alert")).toHaveTextContent(FALLBACK);
  expect(screen.getByRole("table")).toBeVisible();
});

it("shows the sample with the server's two notices, and asks again on Retry", async () => {
  fetched.mockImplementation(() =>
    jsonAnswer(answer({ source: "sample", warning: FALLBACK, notice: SAMPLE, updatedAt: null })),
  );
  open();
  expect(await table()).toHaveAccessibleName("Wagered in November 2026, sample data");
  expect(screen.getByRole("alert")).toHaveTextContent(FALLBACK);
  expect(screen.getByRole("status")).toHaveTextContent(SAMPLE);
  expect(screen.getByText("Sample")).toBeVisible();
  fetched.mockImplementation(() => jsonAnswer(answer()));
  await userEvent.click(button("Retry"));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(screen.queryByText(SAMPLE)).toBeNull();
});

it("is an error with another try when the source failed and nothing is saved", async () => {
  const empty = "No data available for November 2026. Try another month or check back later.";
  fetched.mockImplementation(() =>
    jsonAnswer(answer({ source: "none", warning: FALLBACK, empty, entries: [], updatedAt: null })),
  );
  open();
  const alert = await screen.findByRole("alert");
  expect(
    within(alert).getByRole("heading", { name: "Failed to load leaderboard data." }),
  ).toBeVisible();
  expect(screen.queryByText(FALLBACK)).toBeNull();
  expect(screen.queryByText(empty)).toBeNull();
  fetched.mockImplementation(() => jsonAnswer(answer()));
  await userEvent.click(button("Retry"));
  expect(await table()).toBeVisible();
});

it("has the focus on Retry again when the source fails again", async () => {
  const failed = answer({ source: "none", warning: FALLBACK, entries: [], updatedAt: null });
  fetched.mockImplementation(() => jsonAnswer(failed));
  open();
  const retry = await screen.findByRole("button", { name: "Retry" });
  const { promise, resolve } = later<Response>();
  fetched.mockImplementation(() => {
    // A browser takes the focus from a disabled button.
    retry.blur();
    return promise;
  });
  await userEvent.click(retry);
  await waitFor(() => expect(retry).toBeDisabled());
  expect(document.body).toHaveFocus();
  resolve(jsonAnswer(failed));
  await waitFor(() => expect(retry).toBeEnabled());
  expect(retry).toHaveFocus();
});

it("shows saved figures of a month without wagers below the warning", async () => {
  const empty = "No data available for November 2026. Try another month or check back later.";
  fetched.mockImplementation(() => jsonAnswer(answer({ warning: FALLBACK, empty, entries: [] })));
  open();
  expect(await screen.findByRole("alert")).toHaveTextContent(FALLBACK);
  expect(screen.getByText(empty)).toBeVisible();
});

it("shows what the places of the current month will pay while nobody has one", async () => {
  const empty = "No data available for November 2026. Try another month or check back later.";
  fetched.mockImplementation(() => jsonAnswer(answer({ source: "none", empty, entries: [] })));
  open();
  const prizesTable = await screen.findByRole("table", { name: "Prizes of November 2026" });
  expect(within(prizesTable).getAllByRole("row")).toHaveLength(3);
  expect(within(prizesTable).getByText("$2,000")).toBeVisible();
  expect(screen.getByRole("heading", { name: empty })).toBeVisible();
});

it("says when a month has nothing", async () => {
  const empty = "No data available for October 2026. Try another month or check back later.";
  fetched.mockImplementation(() =>
    jsonAnswer(answer({ month: "2026-10", source: "none", empty, entries: [] })),
  );
  open("/leaderboard?month=2026-10");
  expect(await screen.findByRole("heading", { name: empty })).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
});

it("tells how old the figures are and when the next ones come", async () => {
  open();
  await table();
  const banner = screen.getByRole("region", { name: "Prize pool" });
  expect(banner).toHaveTextContent("RunningRanks change until the month ends.");
  expect(banner).toHaveTextContent(
    "Figures of the casino from 4 minutes ago, next ones in 6 minutes.",
  );
});

it("tells the age that the casino says, not when it was asked", async () => {
  fetched.mockImplementation(() => jsonAnswer(answer({ madeAt: "2026-11-19T10:00:00Z" })));
  open();
  await table();
  expect(screen.getByRole("region", { name: "Prize pool" })).toHaveTextContent(
    "Figures of the casino from 2 days ago, next ones in 6 minutes.",
  );
});

it("marks the prizes that are paid, on the podium too", async () => {
  const [first, ...others] = entries(12);
  const paid = { ...entry(11), paid: true };
  fetched.mockImplementation(() =>
    jsonAnswer(
      answer({
        month: "2026-10",
        provisional: false,
        frozenAt: "2026-11-03T00:00:00Z",
        entries: first === undefined ? [] : [{ ...first, paid: true }, ...others.with(9, paid)],
      }),
    ),
  );
  open("/leaderboard?month=2026-10");
  await table();
  const podium = within(screen.getByRole("list", { name: "The first three" }));
  const [winner, second] = podium.getAllByRole("listitem");
  expect(winner).toHaveTextContent("$990 Paid");
  expect(second).not.toHaveTextContent("Paid");
  expect(screen.getByRole("row", { name: "1 p1***ne $15,900.50 $990 Paid" })).toBeVisible();
  expect(screen.getByRole("row", { name: "2 p2***ne $15,800.50 $980" })).toBeVisible();
  expect(
    screen.getByRole("row", { name: "11 p11***ne $14,900.50 $890 bonus buy Paid" }),
  ).toBeVisible();
  expect(screen.getAllByText("Paid")).toHaveLength(3);
});

it("says since when a month is final, and how one is that may still change", async () => {
  fetched.mockImplementation((month) =>
    jsonAnswer(
      month === "2026-09"
        ? answer({ month, provisional: false, frozenAt: "2026-10-03T12:00:00Z" })
        : answer({ month: month ?? "2026-11" }),
    ),
  );
  open("/leaderboard?month=2026-10");
  await table();
  expect(pool()).toHaveTextContent(
    "ProvisionalThe month has ended; figures may still be corrected.",
  );
  await userEvent.click(button("Previous month"));
  await screen.findByRole("table", { name: "Wagered in September 2026" });
  expect(pool()).toHaveTextContent("FinalThese ranks are final since Oct 3, 2026.");
});

describe("the state of a month", () => {
  const past = { month: "2026-10", nextUpdateAt: null };

  it("is running, provisional, then final", () => {
    expect(standingOf(answer())?.name).toBe("Running");
    expect(standingOf(answer(past))?.name).toBe("Provisional");
    expect(standingOf(answer({ ...past, source: "stored", provisional: false }))?.name).toBe(
      "Final",
    );
    expect(standingOf(answer({ source: "sample" }))?.name).toBe("Sample");
    expect(standingOf(answer({ source: "none", entries: [] }))).toBeNull();
  });

  it("tells ages and waits in whole units", () => {
    const now = Date.parse("2026-11-21T10:00:00Z");
    expect(formatAge("2026-11-21T09:59:30Z", now)).toBe("just now");
    expect(formatAge("2026-11-21T09:59:00Z", now)).toBe("1 minute ago");
    expect(formatAge("2026-11-21T08:00:00Z", now)).toBe("2 hours ago");
    expect(formatAge("2026-11-18T08:00:00Z", now)).toBe("3 days ago");
    expect(formatUntil("2026-11-21T10:00:01Z", now)).toBe("in 1 minute");
    expect(formatUntil("2026-11-21T10:00:00Z", now)).toBe("any moment");
  });

  it("is read again when the next figures are due, and never in a hurry", () => {
    const now = Date.parse("2026-11-21T10:00:00Z");
    expect(nextReadMs(answer(), now)).toBe(603_000);
    expect(nextReadMs(answer({ nextUpdateAt: "2026-11-21T09:00:00Z" }), now)).toBe(30_000);
    expect(nextReadMs(answer({ nextUpdateAt: "2026-12-21T09:00:00Z" }), now)).toBe(3_600_000);
    expect(nextReadMs(answer({ nextUpdateAt: null }), now)).toBe(false);
    expect(nextReadMs(undefined, now)).toBe(false);
  });
});

describe("rows and months", () => {
  it("keep a member's own place below the twentieth", () => {
    const rows = wagerRows([...entries(22), entry(23, { own: true })]);
    expect(rows.map(({ rank }) => rank)).toEqual([...entries(20).map(({ rank }) => rank), 23]);
  });

  it("name the first three only of those who have wagered", () => {
    expect(podiumOf(entries(3), ({ wagered }) => wagered)?.map(({ rank }) => rank)).toEqual([
      1, 2, 3,
    ]);
    expect(podiumOf(entries(3), () => 0)).toBeNull();
  });

  it("say a prize in words", () => {
    expect(prizeText({ amount: 80, kind: "bonusBuy" })).toBe("$80 bonus buy");
    expect(prizeText({ amount: 1_000, kind: "cash" })).toBe("$1,000");
    expect(prizeText(null)).toBeNull();
  });

  it("say their sum only where the pool is another amount", () => {
    expect(prizeSumText(prizePeriods, "2025-08", 3_500)).toBe("The prizes add up to $3,520.");
    expect(prizeSumText(prizePeriods, "2025-07", 1_000)).toBeNull();
    expect(prizeSumText([], "2025-07", 1_000)).toBeNull();
  });

  it("say how far the prizes go, once the rows go further", () => {
    expect(prizedText([...entries(18), none(19)])).toBe(
      "The first 18 win a prize, ranks 10 to 18 as bonus buys.",
    );
    expect(prizedText([...entries(10), none(11)])).toBe(
      "The first 10 win a prize, rank 10 as a bonus buy.",
    );
    expect(prizedText([...entries(7), none(8)])).toBe("The first 7 win a prize.");
    expect(prizedText(entries(18))).toBeNull();
    expect(prizedText([none(1)])).toBeNull();
    // Nobody below the second has wagered anything.
    expect(prizedText([...entries(2), entry(3, { prize: null, wagered: 0 })])).toBeNull();
  });

  it("go back over the turn of a year", () => {
    expect(addMonths("2026-01", -1)).toBe("2025-12");
    expect(yearsOf("2025-11", "2026-02")).toEqual([
      { year: "2026", months: ["2026-02", "2026-01"] },
      { year: "2025", months: ["2025-12", "2025-11"] },
    ]);
  });
});
