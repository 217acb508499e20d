import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { beginSession, endSession } from "@/features/session/actions";
import { currentBalance } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { pass, settle } from "@/testing/fake-clock";
import { neverAnswer, stubFetch } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { CalendarPage } from "./CalendarPage";

const progress = {
  currentStreak: 6,
  lastClaimDate: "2026-10-04",
  claimedDays: ["2026-10-01", "2026-10-02", "2026-10-03", "2026-10-04"],
  streakStartDate: "2026-09-29",
  totalPointsEarned: 60,
  milestonesAchieved: [],
  weeklyStreaks: 0,
};
const milestone = (days: number, points: number, streak: number) => ({
  days,
  reward: `${points} bonus points`,
  type: "points",
  points,
  achieved: days <= streak,
  status: null,
  deferredTo: null,
});
const unclaimed = {
  success: true,
  today: "2026-10-05",
  nextReset: "2026-10-05T13:00:00.000Z",
  timezone: "Australia/Sydney",
  canClaim: true,
  nextPoints: 60,
  registeredOn: "2026-09-25",
  progressDays: 30,
  progress,
  milestones: [milestone(7, 50, 6), milestone(14, 100, 6)],
};
const claimedProgress = {
  ...progress,
  currentStreak: 7,
  lastClaimDate: "2026-10-05",
  claimedDays: [...progress.claimedDays, "2026-10-05"],
  totalPointsEarned: 120,
  milestonesAchieved: [7],
};
const claimed = {
  ...unclaimed,
  canClaim: false,
  nextPoints: 15,
  progress: claimedProgress,
  milestones: [milestone(7, 50, 7), milestone(14, 100, 7)],
};
const claimAnswer = {
  success: true,
  claimed: { day: "2026-10-05", streak: 7, points: 10, milestonePoints: 50 },
  data: claimedProgress,
  balance: 160,
  seq: 3,
};

type House = {
  calendar: () => Response;
  claim: (request: Request) => Promise<Response> | Response;
  isActive?: boolean;
};

/** The server's side: what each call answers. */
function stubHouse({ calendar, claim, isActive = true }: House): void {
  const member = { ...sampleMember, isActive };
  stubFetch(async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/calendar/me") return calendar();
    if (pathname === "/api/calendar/claim") return claim(request);
    return jsonAnswer({ success: true, user: member });
  });
  beginSession({ token: "t", user: member });
}

const noClaim = () => jsonAnswer({ success: false, error: "none", message: "None" }, 500);
const claimButton = () => screen.findByRole("button", { name: "Claim 60 points" });
const cell = (name: RegExp) => screen.findByRole("cell", { name });

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.useFakeTimers({ now: new Date("2026-10-05T09:00:30Z"), toFake: ["Date"] });
});

afterEach(() => {
  endSession();
  queryClient.clear();
  vi.useRealTimers();
});

it("asks guests to log in, and brings them back", () => {
  renderPage(<CalendarPage />);
  expect(
    screen.getByText("Please log in to access your daily calendar and claim rewards."),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "Log in" })).toHaveAttribute(
    "href",
    "/login?redirect=%2Frewards%2Fdaily-calendar",
  );
});

describe("a member's calendar", () => {
  it("shows the streak, the days and the time to the reset", async () => {
    stubHouse({ calendar: () => jsonAnswer(unclaimed), claim: noClaim });
    renderPage(<CalendarPage />);
    expect(await claimButton()).toBeEnabled();
    expect(screen.getByRole("progressbar", { name: "Streak" })).toHaveAttribute(
      "aria-valuenow",
      "6",
    );
    expect(screen.getByText("1 more day in a row for 50 bonus points")).toBeVisible();
    expect(screen.getByRole("timer")).toHaveAccessibleName("Today ends in 3 hours and 59 minutes");
    const month = screen.getByRole("table", { name: "October 2026" });
    expect(within(month).getAllByRole("cell")).toHaveLength(42);
    expect(await cell(/^October 4, 2026, claimed/)).toBeVisible();
    expect(await cell(/^October 5, 2026, today, not claimed yet, day 7/)).toBeVisible();
    expect(await cell(/^October 6, 2026, to come/)).toBeVisible();
    expect(await cell(/^September 30, 2026, in another month/)).toBeVisible();
  });

  it("says once that a streak was lost", async () => {
    localStorage.clear();
    const over = {
      ...progress,
      currentStreak: 0,
      lastClaimDate: "2026-10-03",
      claimedDays: ["2026-10-01", "2026-10-02", "2026-10-03"],
    };
    stubHouse({ calendar: () => jsonAnswer({ ...unclaimed, progress: over }), claim: noClaim });
    const text =
      "Your streak of 3 days ended: October 4, 2026 was not claimed. A claim starts a new one.";
    const { unmount } = renderPage(<CalendarPage />);
    expect(await screen.findByText(text)).toBeVisible();
    unmount();
    renderPage(<CalendarPage />);
    await claimButton();
    expect(screen.queryByText(text)).toBeNull();
    localStorage.clear();
  });

  it("says which month a cash reward counts for when this one's are used up", async () => {
    const cash = {
      ...milestone(30, 0, 30),
      reward: "$25 cash tip",
      type: "cash",
      status: "pending",
      deferredTo: "2026-11",
    };
    const milestones = [...unclaimed.milestones, cash];
    stubHouse({ calendar: () => jsonAnswer({ ...unclaimed, milestones }), claim: noClaim });
    renderPage(<CalendarPage />);
    expect(
      await screen.findByText(/^Your \$25 cash tip counts for November 2026, because/),
    ).toBeVisible();
    expect(screen.getByText("Counts for November 2026")).toBeVisible();
    expect(screen.getByText("In review")).toBeVisible();
  });

  it("turns to other months, not to those before the member came", async () => {
    stubHouse({ calendar: () => jsonAnswer(unclaimed), claim: noClaim });
    renderPage(<CalendarPage />);
    await userEvent.click(await screen.findByRole("button", { name: "Previous month" }));
    expect(screen.getByRole("table", { name: "September 2026" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Previous month" })).toBeDisabled();
    expect(await cell(/^September 28, 2026, missed/)).toBeVisible();
    expect(await cell(/^September 24, 2026, before you joined/)).toBeVisible();
  });

  it("claims today: points, streak, day, milestone and balance follow", async () => {
    let isClaimed = false;
    const keys: (string | null)[] = [];
    stubHouse({
      calendar: () => jsonAnswer(isClaimed ? claimed : unclaimed),
      claim: (request) => {
        keys.push(request.headers.get("Idempotency-Key"));
        isClaimed = true;
        return jsonAnswer(claimAnswer);
      },
    });
    renderPage(<CalendarPage />);
    await userEvent.click(await claimButton());
    expect(await screen.findByText("Today is claimed")).toBeVisible();
    expect(screen.getByText("10 for today and 50 for a streak of 7 days")).toBeVisible();
    expect(await cell(/^October 5, 2026, today, claimed/)).toBeVisible();
    expect(screen.getByText("Achieved")).toBeVisible();
    expect(await screen.findByText(/^Tomorrow you can claim/)).toHaveTextContent("15 points");
    expect(currentBalance()).toBe(160);
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it("takes a claim of another window quietly", async () => {
    let isClaimed = false;
    stubHouse({
      calendar: () => jsonAnswer(isClaimed ? claimed : unclaimed),
      claim: () => {
        isClaimed = true;
        const message = "You have already claimed today's reward";
        return jsonAnswer({ success: false, error: "already_claimed", message }, 409);
      },
    });
    renderPage(<CalendarPage />);
    await userEvent.click(await claimButton());
    expect(
      await screen.findByText("You've already claimed today. The points are in your balance."),
    ).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(await cell(/^October 5, 2026, today, claimed/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Claim/ })).toBeNull();
  });

  it("asks twice with one key when no answer comes, and then says so", async () => {
    const keys = new Set<string | null>();
    let calls = 0;
    stubHouse({
      calendar: () => jsonAnswer(unclaimed),
      claim: (request) => {
        calls += 1;
        keys.add(request.headers.get("Idempotency-Key"));
        throw new TypeError("offline");
      },
    });
    renderPage(<CalendarPage />);
    await userEvent.click(await claimButton());
    expect(await screen.findByText(/^Connection lost/)).toBeVisible();
    expect(calls).toBe(2);
    expect(keys.size).toBe(1);
    expect(await claimButton()).toBeEnabled();
  });

  it("keeps an inactive account from claiming", async () => {
    stubHouse({ calendar: () => jsonAnswer(unclaimed), claim: noClaim, isActive: false });
    renderPage(<CalendarPage />);
    expect(await claimButton()).toBeDisabled();
  });

  it("says what went wrong and tries again", async () => {
    let isBroken = true;
    stubHouse({
      calendar: () =>
        isBroken
          ? jsonAnswer({ success: false, error: "x", message: "Not right now" }, 400)
          : jsonAnswer(unclaimed),
      claim: noClaim,
    });
    renderPage(<CalendarPage />);
    expect(await screen.findByRole("alert")).toHaveTextContent("Not right now");
    isBroken = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await claimButton()).toBeVisible();
  });

  it("says that it is loading", () => {
    stubHouse({ calendar: () => jsonAnswer(unclaimed), claim: noClaim });
    stubFetch(neverAnswer);
    renderPage(<CalendarPage />);
    expect(screen.getByRole("status")).toHaveTextContent("Loading your calendar");
  });
});

it("turns to the new day by itself, and no longer speaks of the one before", async () => {
  let isClaimed = false;
  let isNextDay = false;
  stubHouse({
    calendar: () => {
      if (!isClaimed) return jsonAnswer(unclaimed);
      if (!isNextDay) return jsonAnswer(claimed);
      return jsonAnswer({
        ...claimed,
        today: "2026-10-06",
        nextReset: "2026-10-06T13:00:00.000Z",
        canClaim: true,
      });
    },
    claim: () => {
      isClaimed = true;
      return jsonAnswer(claimAnswer);
    },
  });
  // All timers are the test's: the day ends a minute from now, however long the machine takes.
  vi.useFakeTimers({ now: new Date("2026-10-05T12:59:00Z") });
  vi.spyOn(Math, "random").mockReturnValue(0);
  renderPage(<CalendarPage />);
  await settle();
  fireEvent.click(screen.getByRole("button", { name: "Claim 60 points" }));
  await settle();
  expect(screen.getByText("10 for today and 50 for a streak of 7 days")).toBeVisible();
  expect(screen.getByText("Today is claimed").parentElement).toHaveFocus();

  isNextDay = true;
  await pass(59_900);
  await settle();
  expect(screen.getByText("Today is claimed")).toBeVisible();
  // The page reads again half a second after the day has ended.
  await pass(1_000);
  await settle();
  expect(screen.getByRole("button", { name: "Claim 15 points" })).toBeVisible();
  expect(
    screen.getByRole("cell", { name: /^October 6, 2026, today, not claimed yet/ }),
  ).toBeVisible();
  expect(screen.queryByText(/^10 for today/)).toBeNull();
});
