import { describe, expect, it } from "vitest";
import {
  type Calendar,
  type ClaimAnswer,
  celebration,
  dayState,
  daysOfWeek,
  hint,
  lostStreak,
  type Milestone,
  milestoneDays,
  milestoneStanding,
  withClaim,
} from "./model";

const points = (days: number, worth: number, achieved = false): Milestone => ({
  days,
  reward: `${worth} bonus points`,
  type: "points",
  points: worth,
  achieved,
  status: null,
  deferredTo: null,
});
const cash = (achieved: boolean): Milestone => ({
  days: 30,
  reward: "$25 cash tip",
  type: "cash",
  points: 0,
  achieved,
  status: achieved ? "pending" : null,
  deferredTo: null,
});

/** Day 6 of a streak, today unclaimed. */
const calendar: Calendar = {
  today: "2026-10-05",
  nextReset: "2026-10-05T13:00:00.000Z",
  timezone: "Australia/Sydney",
  canClaim: true,
  nextPoints: 60,
  registeredOn: "2026-09-25",
  progressDays: 30,
  progress: {
    currentStreak: 6,
    lastClaimDate: "2026-10-04",
    claimedDays: [
      "2026-09-29",
      "2026-09-30",
      "2026-10-01",
      "2026-10-02",
      "2026-10-03",
      "2026-10-04",
    ],
    streakStartDate: "2026-09-29",
    totalPointsEarned: 60,
    milestonesAchieved: [],
    weeklyStreaks: 0,
  },
  milestones: [points(7, 50), points(14, 100), cash(false), points(364, 5000)],
};

it("a streak is lost once it is 0 after a claim", () => {
  const { progress } = calendar;
  expect(lostStreak(calendar)).toBeNull();
  expect(lostStreak({ ...calendar, progress: { ...progress, currentStreak: 0 } })).toEqual({
    days: 6,
    missedOn: "2026-10-05",
  });
  const fresh = { ...progress, currentStreak: 0, lastClaimDate: null, claimedDays: [] };
  expect(lostStreak({ ...calendar, progress: fresh })).toBeNull();
});

const answer = (streak: number, milestonePoints: number, day = "2026-10-05"): ClaimAnswer => ({
  success: true,
  claimed: { day, streak, points: 10, milestonePoints },
  data: { ...calendar.progress, currentStreak: streak, lastClaimDate: day },
  balance: 120,
  seq: 9,
});

describe("a day of the grid", () => {
  const claimed = new Set(calendar.progress.claimedDays);
  it.each([
    ["2026-10-04", "claimed"],
    ["2026-10-05", "today"],
    ["2026-10-06", "future"],
    ["2026-09-28", "missed"],
    ["2026-09-25", "missed"],
    ["2026-09-24", "before"],
  ] as const)("%s is %s", (day, state) => {
    expect(dayState(day, calendar, claimed)).toBe(state);
  });

  it("is claimed, not missed, whatever the registration says", () => {
    expect(dayState("2026-09-20", calendar, new Set(["2026-09-20"]))).toBe("claimed");
  });
});

describe("milestones", () => {
  it("stand ahead by the days that are missing, are achieved, or were passed", () => {
    expect(milestoneStanding(points(7, 50), 6)).toEqual({ kind: "ahead", daysLeft: 1 });
    expect(milestoneStanding(points(7, 50, true), 7)).toEqual({ kind: "achieved" });
    expect(milestoneStanding(cash(true), 0)).toEqual({ kind: "achieved" });
    expect(milestoneStanding(cash(false), 31)).toEqual({ kind: "passed" });
  });

  it("make the hint", () => {
    expect(hint(calendar)).toBe("1 more day in a row for 50 bonus points");
    const later = { ...calendar, progress: { ...calendar.progress, currentStreak: 20 } };
    expect(hint(later)).toBe("10 more days in a row for $25 cash tip");
    const had = { ...later, milestones: [cash(true), points(364, 5000)] };
    expect(hint(had)).toBe("344 more days in a row for 5,000 bonus points");
    expect(hint({ ...calendar, milestones: [] })).toBeNull();
  });

  it("fall on the days that a kept streak reaches", () => {
    expect(milestoneDays(calendar).get("2026-10-05")?.days).toBe(7);
    expect(milestoneDays(calendar).get("2026-10-12")?.days).toBe(14);
    const claimed = withClaim(calendar, answer(7, 50));
    expect([...milestoneDays(claimed).keys()]).toEqual(["2026-10-12", "2026-10-28", "2027-09-27"]);
  });
});

describe("a claim", () => {
  it("is in the calendar before that is read again", () => {
    const after = withClaim(calendar, answer(7, 50));
    expect(after.canClaim).toBe(false);
    expect(after.nextPoints).toBeNull();
    expect(after.progress.currentStreak).toBe(7);
    expect(after.milestones.map(({ achieved }) => achieved)).toEqual([true, false, false, false]);
  });

  it("of a day that has begun meanwhile changes nothing", () => {
    expect(withClaim(calendar, answer(1, 0, "2026-10-06"))).toBe(calendar);
  });

  it("is celebrated by its milestone, an ordinary day not at all", () => {
    const { milestones } = calendar;
    expect(celebration(answer(6, 0), milestones)).toBe(0);
    const week = celebration(answer(7, 50), milestones);
    const month = celebration(answer(28, 200), milestones);
    const year = celebration(answer(364, 5000), milestones);
    expect(week).toBeGreaterThan(0.3);
    expect(month).toBeGreaterThan(week);
    expect(year).toBeGreaterThan(month);
    expect(year).toBeCloseTo(1);
    expect(celebration(answer(30, 0), milestones)).toBeGreaterThan(0);
  });
});

it("lights a ray for each day of the week that runs", () => {
  expect([0, 1, 6, 7, 8, 14, 15].map(daysOfWeek)).toEqual([0, 1, 6, 7, 1, 7, 1]);
});
