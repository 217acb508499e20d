import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { beginSession, endSession } from "@/features/session/actions";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { formatMonth, monthAt } from "@/ui/format/dates";
import { queryClient } from "@/wire/queries";
import { PointsLeaderboardPage } from "./PointsLeaderboardPage";
import { podiumOf, standings } from "./standings";

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    username: `m${index}****ne`,
    totalPoints: 1_000 - index * 10,
  }));

const november = { cycle: "month", firstDay: "2026-11-01", lastDay: "2026-11-30" };

function stubBoard(leaderboard: unknown, own: unknown = null, period = november): void {
  stubFetch(async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/leaderboard/points/monthly")
      return jsonAnswer({ success: true, ...period, leaderboard, own });
    return jsonAnswer({ success: true, timezone: "Australia/Sydney", user: sampleMember });
  });
}

afterEach(() => {
  endSession();
  vi.useRealTimers();
});

it("names the month between two buttons that lead nowhere", async () => {
  stubBoard(rows(3));
  renderPage(<PointsLeaderboardPage />);
  expect(await screen.findByText("November 2026")).toBeVisible();
  expect(screen.getByRole("button", { name: "Previous month" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Next month" })).toBeDisabled();
});

it("shows the first three on a podium and everybody in the table", async () => {
  stubBoard(rows(25));
  renderPage(<PointsLeaderboardPage />);
  const podium = await screen.findByRole("list", { name: "The first three" });
  expect(within(podium).getAllByRole("listitem")).toHaveLength(3);
  expect(within(podium).getAllByRole("listitem")[0]).toHaveTextContent(
    "First: m0****ne1,000 points",
  );
  const table = screen.getByRole("table", { name: "Points earned this month" });
  expect(within(table).getAllByRole("row")).toHaveLength(21);
  expect(within(table).getByRole("row", { name: /^20 m19\*{4}ne 810/ })).toBeVisible();
});

it("names the days of a week", async () => {
  const week = { cycle: "week", firstDay: "2026-11-30", lastDay: "2026-12-06" };
  stubBoard(rows(25), { rank: 22, totalPoints: 4 }, week);
  renderPage(<PointsLeaderboardPage />);
  expect(await screen.findByText("Nov 30 – Dec 6, 2026")).toBeVisible();
  expect(screen.getByRole("table", { name: "Points earned this week" })).toBeVisible();
  expect(screen.getByText(/this week\.$/)).toHaveTextContent("You are number 22 this week.");
});

it("names the days of a month that follows on weeks", async () => {
  stubBoard([], null, { cycle: "month", firstDay: "2026-12-14", lastDay: "2026-12-31" });
  renderPage(<PointsLeaderboardPage />);
  expect(await screen.findByText("Dec 14 – 31, 2026")).toBeVisible();
  expect(screen.getByText("Nobody has earned points yet this month")).toBeVisible();
});

it("has no podium for two", async () => {
  stubBoard(rows(2));
  renderPage(<PointsLeaderboardPage />);
  expect(await screen.findByRole("table")).toBeVisible();
  expect(screen.queryByRole("list", { name: "The first three" })).toBeNull();
});

it("tells a member their own place, where their name is shown whole", async () => {
  beginSession({ token: "t", user: sampleMember });
  stubBoard([...rows(4), { username: "rory", totalPoints: 7 }], { rank: 5, totalPoints: 7 });
  renderPage(<PointsLeaderboardPage />);
  expect(await screen.findByText("number 5")).toBeVisible();
  expect(screen.getByRole("row", { name: /^5 rory ?\(you\) 7/ })).toBeVisible();
});

it("tells a member their own place below the rows too", async () => {
  beginSession({ token: "t", user: sampleMember });
  stubBoard(rows(20), { rank: 113, totalPoints: 2 });
  renderPage(<PointsLeaderboardPage />);
  expect(await screen.findByText("number 113")).toBeVisible();
});

it("says when nobody has earned anything", async () => {
  stubBoard([]);
  renderPage(<PointsLeaderboardPage />);
  expect(await screen.findByText("Nobody has earned points yet this month")).toBeVisible();
});

it("says what went wrong and tries again", async () => {
  stubFetch(async () => jsonAnswer({ success: false, error: "x", message: "Not right now" }, 400));
  renderPage(<PointsLeaderboardPage />);
  expect(screen.getByRole("status")).toHaveTextContent("Loading the leaderboard");
  const alert = await screen.findByRole("alert");
  expect(within(alert).getByText("Failed to load leaderboard data.")).toBeVisible();
  expect(alert).toHaveTextContent("Not right now");
  expect(alert).not.toHaveTextContent("fallback");
  stubBoard(rows(3));
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("table")).toBeVisible();
});

it("keeps the last good table when a later try fails", async () => {
  stubBoard(rows(3));
  renderPage(<PointsLeaderboardPage />);
  expect(await screen.findByRole("table")).toBeVisible();
  stubFetch(async () => jsonAnswer({ success: false, error: "x", message: "Not right now" }, 400));
  await queryClient.refetchQueries({ queryKey: ["leaderboard", "points"] });
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to load leaderboard data. Using fallback data instead.",
  );
  expect(screen.getByRole("table")).toBeVisible();
  stubBoard(rows(5));
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(6));
  expect(screen.queryByRole("alert")).toBeNull();
});

const points = (place: { totalPoints: number }) => place.totalPoints;

describe("standings", () => {
  it("keep the server's order, also of ties", () => {
    const tied = [
      { username: "b", totalPoints: 5 },
      { username: "a", totalPoints: 5 },
    ];
    expect(standings(tied, null).map(({ rank, username }) => [rank, username])).toEqual([
      [1, "b"],
      [2, "a"],
    ]);
  });

  it("make a podium only of three with points above 0", () => {
    const three = standings(rows(3), null);
    expect(podiumOf(three, points)?.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    const zero = [...rows(2), { username: "z", totalPoints: 0 }];
    expect(podiumOf(standings(zero, null), points)).toBeNull();
  });

  it("name the month of the site's zone", () => {
    const turn = Date.parse("2026-12-31T13:30:00Z");
    expect(formatMonth(monthAt(turn, "Australia/Sydney"))).toBe("January 2027");
    expect(formatMonth(monthAt(turn, "America/New_York"))).toBe("December 2026");
  });
});
