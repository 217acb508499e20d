import type { ReactNode } from "react";
import { PointsName, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const largestBalances = "Largest balances";
export const membersMostPoints = `Members with the most ${pointsName}`;
export const nobodyHasAnyPoints = `Nobody has any ${pointsName} yet.`;
export const memberColumn = "Member";
export const points = PointsName;
export const ofAll = "Of all";
export const deletedMember = "Deleted member";

export const markPaid = "Mark paid";
export const cashMilestones = "Cash milestones";
export const nobodyHasEarnedOne =
  "Nobody has earned one yet. Members who reach a streak that pays cash will appear here for you to approve and pay.";
export const thereMoreTheseWait = (length: string | number) =>
  `There are more: these are the ${length} that wait longest.`;
export const daysEarnedCounts = (
  reward: ReactNode,
  days: ReactNode,
  earnedAt: ReactNode,
  month: ReactNode,
) => (
  <>
    {reward} for {days} days, earned {earnedAt}, counts for {month}
  </>
);
export const markPaidFrom = (month: string) => `Mark paid from ${month}`;
export const pending = "Pending";
export const approved = "Approved";
export const paid = "Paid";
export const rejected = "Rejected";
export const seesCalendarRewardWay = (whose: string | number) =>
  `${whose} sees on the calendar that the reward is on its way. You pay it by hand and mark it paid then.`;
export const markPaidOnlyWhen = (whose: string | number) =>
  `Mark it paid only when ${whose} has the money. This cannot be changed back.`;
export const seesCalendarRewardWas = (whose: string | number) =>
  `${whose} sees on the calendar that the reward was rejected. It can still be approved later.`;

export const economy = "Economy";
export const whatPointsThereWhere = `How many ${pointsName} there are, where they come from and go, and what the games pay.`;
export const period = "Period";
export const theEconomy = "The economy";
export const needsAttention = "Needs attention";
export const dayCount = (days: number) => formatCount(days, "day");
export const lastDays = (days: number) => `Last ${dayCount(days)}`;
export const inCirculation = "In circulation";
export const pointsText = (holders: number) =>
  `${formatCount(holders, "member has", "members have")} ${pointsName}`;
export const minted = "Minted";
export const burned = "Burned";
export const net = "Net";
export const loadingEconomy = "Loading the economy";

export const pointsMintedBurnedPer = (
  length: string | number,
  mintedText: string | number,
  burnedText: string | number,
) =>
  `${PointsName} minted and burned per day, ${length} days: ${mintedText} minted, ${burnedText} burned. The table below has the figures.`;
export const today = "Today";
export const dayChart = "Day of the chart";
export const noPointsMoved = `No ${pointsName} moved.`;

export const mintedBurned = "Minted and burned";
export const hideTableDays = "Hide the table of days";
export const showDaysTable = "Show the days as a table";
export const sourcesChart = "Sources in the chart";
export const mintedBurnedText = (mintedText: string | number, burnedText: string | number) =>
  `: ${mintedText} minted, ${burnedText} burned`;

export const pointsMintedBurnedPerDay = `${PointsName} minted and burned per day, the newest first`;
export const day = "Day";
export const pointsMintedBurnedSource = `${PointsName} minted and burned by source`;
export const source = "Source";

export const houseGames = "House games";
export const gamePausesRestSite =
  "A game pauses for the rest of the site day once it has paid out its prize budget, net of what was staked.";
export const returnsPrizeBudgetsHouse = "Returns and prize budgets of the house games";
export const resetPrizeBudget = (title: string | number) => `Reset the prize budget of ${title}?`;
export const resetBudgetEffect = (
  budgetUsed: string | number,
  budget: string | number,
  isPaused: boolean,
) =>
  `The ${budgetUsed} ${pointsName} net it has paid out today are cleared: the full ${budget} ${pointsName} are available again${isPaused ? ", and the game opens at once" : ""}. No balance changes.`;
export const resetBudget = "Reset the budget";
export const game = "Game";
export const pausedUntil = (pausedUntilText: string | number) => `Paused until ${pausedUntilText}`;
export const offline = "Offline";
export const rounds = "Rounds";
export const staked = "Staked";
export const expectedReturn = "Expected return";
export const paidReturn = "Paid return";
export const prizeBudgetToday = "Prize budget today";
export const actions = "Actions";
export const resetPrizeBudgetText = (title: string | number) =>
  `Reset the prize budget of ${title}`;
export const reset = "Reset";
export const paysBackMoreThan = "Pays back more than it takes: ";
export const noBetsYet = "No bets yet";
export const prizeBudgetUsedToday = (title: string | number) =>
  `Prize budget of ${title} used today`;

export const pointsShop = `${PointsName} Shop`;
export const refundsAndDeleted = "Refunds and deleted accounts";
export const dailyCalendar = "Daily calendar";
export const deletedAccounts = "Deleted accounts";
export const writingLiveChat = "Writing in the live chat";
export const welcomePoints = `Welcome ${pointsName}`;
export const rewards = "Calendar, challenges, chat, welcome";

export const approve = "Approve";
export const reject = "Reject";
export const deletedMemberInSentence = "a deleted member";

export const admins = "Admins";
export const challenges = "Challenges";
export const giveaways = "Giveaways";
export const refunds = "Refunds";
type Decision = "approved" | "paid" | "rejected";
export const decisionLabel = (decision: string, reward: string, member: string) =>
  `${decision}: ${reward} of ${member}`;
export const decisionQuestions: Readonly<
  Record<Decision, (reward: string, member: string) => string>
> = {
  approved: (reward, member) => `Approve ${reward} of ${member}?`,
  paid: (reward, member) => `Mark ${reward} of ${member} as paid?`,
  rejected: (reward, member) => `Reject ${reward} of ${member}?`,
};
export const decided: Readonly<Record<Decision, (reward: string, member: string) => string>> = {
  approved: (reward, member) => `${reward} of ${member} is approved`,
  paid: (reward, member) => `${reward} of ${member} is paid`,
  rejected: (reward, member) => `${reward} of ${member} is rejected`,
};
export const budgetUsed = (used: string, budget: string) => `${used} of ${budget}`;
