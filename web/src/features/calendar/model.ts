import type { components } from "@/wire/schema";
import { addDays, type Day } from "./days";
import * as texts from "./texts/en";

type CalendarAnswer = components["schemas"]["CalendarAnswer"];
export type ClaimAnswer = components["schemas"]["ClaimAnswer"];
export type Milestone = components["schemas"]["Milestone"];

/** The member's calendar as last read, with a claim made since. */
export type Calendar = Omit<CalendarAnswer, "success" | "nextPoints"> & {
  /** What the next claim earns; null after a claim until the server has said it. */
  nextPoints: number | null;
};

export type LostStreak = { days: number; missedOn: Day };

/** The streak that ended with a day without a claim; null while one runs, or before the first. */
export function lostStreak({ progress }: Calendar): LostStreak | null {
  const { currentStreak, lastClaimDate, claimedDays } = progress;
  if (currentStreak > 0 || lastClaimDate === null) return null;
  const claimed = new Set(claimedDays);
  let days = 1;
  while (claimed.has(addDays(lastClaimDate, -days))) days += 1;
  return { days, missedOn: addDays(lastClaimDate, 1) };
}

/** What a day of the grid is to the member (docs/games.md, section 11). */
export type DayState = "claimed" | "today" | "future" | "missed" | "before";

export function dayState(day: Day, calendar: Calendar, claimed: ReadonlySet<Day>): DayState {
  if (claimed.has(day)) return "claimed";
  if (day === calendar.today) return "today";
  // Dates of this form sort as text.
  if (day > calendar.today) return "future";
  return day >= calendar.registeredOn ? "missed" : "before";
}

/** How far a milestone is, for a streak that is kept up from now on. */
export type MilestoneStanding =
  | { kind: "achieved" }
  /** Reached by the streak, but without the reward. */
  | { kind: "passed" }
  | { kind: "ahead"; daysLeft: number };

export function milestoneStanding(milestone: Milestone, streak: number): MilestoneStanding {
  if (milestone.achieved) return { kind: "achieved" };
  if (streak >= milestone.days) return { kind: "passed" };
  return { kind: "ahead", daysLeft: milestone.days - streak };
}

/** What a milestone gives. The server's text of points has no separators. */
export function rewardText({ points, reward }: Milestone): string {
  return points > 0 ? texts.bonusPoints(points) : reward;
}

/** The milestone that the streak reaches next. */
export function nextMilestone(calendar: Calendar): Milestone | null {
  const streak = calendar.progress.currentStreak;
  return calendar.milestones.find(({ days, achieved }) => days > streak && !achieved) ?? null;
}

/** The hint under the streak, made from the server's milestones (docs/decisions.md, B3). */
export function hint(calendar: Calendar): string | null {
  const next = nextMilestone(calendar);
  if (next === null) return null;
  const left = next.days - calendar.progress.currentStreak;
  return texts.daysUntilReward(left, rewardText(next));
}

/** The days on which milestones fall when no day is missed, today included. */
export function milestoneDays(calendar: Calendar): ReadonlyMap<Day, Milestone> {
  const { today, canClaim, milestones, progress } = calendar;
  const lastClaimed = canClaim ? addDays(today, -1) : today;
  return new Map(
    milestones
      .filter(({ days, achieved }) => days > progress.currentStreak && !achieved)
      .map((milestone) => [
        addDays(lastClaimed, milestone.days - progress.currentStreak),
        milestone,
      ]),
  );
}

/** Full days of the week of the streak that runs: 7 on its last day, 0 without a streak. */
export function daysOfWeek(streak: number): number {
  return streak === 0 ? 0 : ((streak - 1) % 7) + 1;
}

/** The calendar with a claim in it, until it is read again. A claim of another day says nothing about it. */
export function withClaim(calendar: Calendar, answer: ClaimAnswer): Calendar {
  if (answer.claimed.day !== calendar.today) return calendar;
  const streak = answer.data.currentStreak;
  return {
    ...calendar,
    canClaim: false,
    nextPoints: null,
    progress: answer.data,
    milestones: calendar.milestones.map((milestone) =>
      milestone.type === "points"
        ? { ...milestone, achieved: milestone.days <= streak }
        : milestone,
    ),
  };
}

/**
 * How much a claim is celebrated, from 0 for an ordinary day to 1 for the largest milestone. Between
 * them it grows with the logarithm, as wins do.
 */
export function celebration(answer: ClaimAnswer, milestones: readonly Milestone[]): number {
  const reached = milestones.some(
    ({ days, type }) => days === answer.claimed.streak && type === "cash",
  );
  if (reached) return 0.7;
  const points = answer.claimed.milestonePoints;
  if (points === 0) return 0;
  const largest = Math.max(points, ...milestones.map((milestone) => milestone.points));
  return 0.35 + 0.65 * (Math.log(points) / Math.log(Math.max(largest, 2)));
}
