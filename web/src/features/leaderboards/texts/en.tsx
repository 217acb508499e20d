import type { ReactNode } from "react";
import { PointsName, pointsName } from "@/ui/format/points";

export const failedLoadLeaderboardData = "Failed to load leaderboard data.";
export const failedLoadLeaderboardDataUsing =
  "Failed to load leaderboard data. Using fallback data instead.";
export const leaderboard = "Leaderboard";
export const leaderboards = "Leaderboards";
export const wager = "Wager";
export const points = PointsName;
export const you = "(you)";
export const theLeaderboard = "The leaderboard";

export const paid = "Paid";

export const pointsLead = `Who earns the most ${pointsName}: rewards and wins add, losses take away. Spending ${pointsName} never costs a place.`;
export const loadingLeaderboard = "Loading the leaderboard";
export const firstThree = "The first three";
export const number = (rankText: string | number) => `number ${rankText}`;
export const ownPlace = {
  month: (place: ReactNode) => <>You are {place} this month.</>,
  week: (place: ReactNode) => <>You are {place} this week.</>,
};
export const nobodyYet = {
  month: `Nobody has earned ${pointsName} yet this month`,
  week: `Nobody has earned ${pointsName} yet this week`,
};
export const openDailyCalendar = "Open the daily calendar";
export const firstToEarnPoints = `The first member to earn ${pointsName} takes the lead.`;
export const firstClaimDailyCalendar = "The first daily calendar claim takes the lead.";
export const pointsEarned = {
  month: `${PointsName} earned this month`,
  week: `${PointsName} earned this week`,
};
export const rank = "Rank";
export const username = "Username";

export const monthlyWager = "Monthly wager";
export const intro = "The most wagered under our code, month by month. Prizes are in USD.";
export const introWithoutCode = "The most wagered, month by month. Prizes are in USD.";
export const introAt = (casino: string) =>
  `The most wagered at ${casino} under our code, month by month. Prizes are in USD.`;
export const loading = (monthText: string | number) => `Loading ${monthText}`;
export const prizePool = "Prize pool";
export const prizePoolText = (monthText: string | number) => `Prize pool · ${monthText}`;
export const figuresCasinoFrom = (madeAt: ReactNode, part: ReactNode) => (
  <>
    Figures of the casino from {madeAt}
    {part}.
  </>
);
export const noEarlierFiguresMonth = "No earlier figures are saved for this month.";
export const noDataAvailableTry = (monthText: string | number) =>
  `No data available for ${monthText}. Try another month or check back later.`;

export const wageredIn = (monthText: string) => `Wagered in ${monthText}`;
export const wageredInSample = (monthText: string) => `Wagered in ${monthText}, sample data`;
export const prizesIn = (month: string) => `Prizes of ${month}`;
export const totalWagered = "Total Wagered";
export const prize = "Prize";

export const sampleText = "Sample data, to show what this page looks like.";
export const placesChangeUntilMonth = "Ranks change until the month ends.";
export const monthHasEndedFigures = "The month has ended; figures may still be corrected.";
export const finalText = "The month is closed; these ranks are final.";
export const finalSince = "These ranks are final since";

export const prizesAddUp = (sum: string) => `The prizes add up to ${sum}.`;
export const bonusBuy = (amount: string | number) => `${amount} bonus buy`;
export const firstWinPrize = (rankText: string | number) => `The first ${rankText} win a prize`;
export const rankBonusBuy = (places: string | number, rankText: string | number) =>
  `${places}, rank ${rankText} as a bonus buy.`;
export const ranksBonusBuys = (
  places: string | number,
  rankText: string | number,
  rank2: string | number,
) => `${places}, ranks ${rankText} to ${rank2} as bonus buys.`;

export const nextOnes = ", next ones ";
