import type { ReactNode } from "react";
import { formatPoints } from "@/ui/format/numbers";
import { formatPointCount, namePoints, pointsName } from "@/ui/format/points";
import { formatCount, plural } from "@/ui/format/words";

export const rewards = "Rewards";
export const dailyCalendar = "Daily Calendar";
export const claimOnceDayEvery = `Claim once a day. Every full week in a row raises your daily ${pointsName}, and milestones pay extra.`;
export const pleaseLogAccessDaily =
  "Please log in to access your daily calendar and claim rewards.";
export const log = "Log in";
export const createAccount = "Create an account";
export const yourCalendar = "Your calendar";
export const statement = "Statement";
export const notRunning = "Not running";
export const loadingCalendar = "Loading your calendar";

/** Below the number of days. */
export const daysInRow = (days: number) => `${plural(days, "day")} in a row`;
export const claiming = "Claiming…";
export const claim = (part: number) => `Claim ${formatPointCount(part)}`;
export const tomorrowBrings = (points: ReactNode) => <>Tomorrow you can claim {points}</>;
export const todayClaimed = "Today is claimed";
export const streak = "Streak";
export const ofDays = (done: string | number, target: string | number) =>
  `${done} of ${target} days`;
export const todayStreakDays = (
  points: string | number,
  milestonePoints: string | number,
  streakText2: string | number,
) => `${points} for today and ${milestonePoints} for a streak of ${streakText2} days`;
export const countsBecauseCashRewards = (reward: string | number, deferredTo: string | number) =>
  `Your ${reward} counts for ${deferredTo}, because the cash rewards of the months before it are used up.`;
export const todayEnds = "Today ends in";
export const nextClaim = "Next claim in";
export const midnight = (city: ReactNode) => <>Midnight in {city}</>;
export const min = "min";

export const streakEndedWasNot = (days: number, missedOn: string | number) =>
  `Your streak of ${formatCount(days, "day")} ended: ${missedOn} was not claimed. A claim starts a new one.`;

export const milestones = "Milestones";
export const earlierMilestones = "Earlier milestones";
export const laterMilestones = "Later milestones";
export const achieved = "Achieved";
export const next = "Next";
export const day = (days: string | number) => `Day ${days}`;
export const counts = (deferredTo: string | number) => `Counts for ${deferredTo}`;
export const earnedOnceGood = "Earned, once per member";
export const streakText = "In this streak";
export const notEarnedStreakNeeds = "Not earned in this streak. It needs a verified email";
export const behind = "Passed";
export const inReview = "In review";
export const notPaid = "Not paid";

export const previousMonth = "Previous month";
export const nextMonth = "Next month";
export const dayText = (days: string | number, reward: string | number) => `Day ${days}: ${reward}`;
export const dayStreak = (days: string | number, reward: string | number) =>
  `, day ${days} of the streak: ${reward}`;
export const anotherMonth = (dayText2: string | number) => `${dayText2}, in another month`;
export const claimed = "Claimed";
export const claimedInSentence = "claimed";
export const today = "Today";
export const missed = "Missed";
export const missedInSentence = "missed";
export const toCome = "To come";
export const milestone = "Milestone";

export const todayAlreadyClaimedPoints = `You've already claimed today. The ${pointsName} are in your balance.`;

export const bonusPoints = (points: number) =>
  `${formatPoints(points)} bonus ${namePoints(points)}`;
export const daysUntilReward = (left: number, reward: string) =>
  `${left} more ${plural(left, "day")} in a row for ${reward}`;

export const earnedByClaims = "Earned by claims";
export const fullWeeks = "Full weeks";
export const streakSince = "Streak since";

export const approved = "Approved";
export const paid = "Paid";

export const sunday = "Sunday";
export const monday = "Monday";
export const tuesday = "Tuesday";
export const wednesday = "Wednesday";
export const thursday = "Thursday";
export const friday = "Friday";
export const saturday = "Saturday";
export const todayNotClaimedYet = "today, not claimed yet";
export const toComeLabel = "to come";
export const beforeYouJoined = "before you joined";
export const todayClaimedLabel = "today, claimed";
export const hours = "h";
export const daysToGo = (days: number) => `${formatCount(days, "day")} to go`;
export const daysToGoOnce = (days: number) =>
  `${formatCount(days, "day")} to go. Once per member, with a verified email`;
