import type { ReactNode } from "react";
import { withDollars } from "@/ui/format/dollars";
import { formatPointCount, namePoints, PointsName, pointsName } from "@/ui/format/points";

export const theSite = "The site";
export const guestEyebrow = "Stream community";
export const memberEyebrow = "Good to see you";
export const guestIntro = `Collect ${pointsName} with the community, play games whose every draw you can check, and follow the stream.`;
export const createAccount = "Create an account";
export const free = `Free. ${PointsName} have no monetary value.`;
export const welcome = (amount: number) =>
  `+${formatPointCount(amount)} when you confirm your email.`;
export const balance = (
  amount: ReactNode,
  points: number,
  unit: (text: string) => ReactNode,
): ReactNode => (
  <>
    You have {amount}
    {unit(namePoints(points))}
  </>
);
export const confirmEmail = "Confirm your email.";
export const claimedToday = "Claimed today";
export const claimToday = `Today's ${pointsName}`;
export const watchLive = "Watch live";
export const newTab = " (opens in a new tab)";

export const counters = "The community in figures";
export const winnings = "Viewers' winnings";
export const winningsValue = withDollars;
export const hours = "Streaming hours";
export const members = "Community members";
export const liveMembers = "Members";
export const pointsPaid = `${PointsName} paid out`;
export const rounds = "Rounds you can check";
export const entertainment = "Entertainment level";
export const entertainmentValue = (figure: string) => `${figure}%`;

export const partner = "Our casino partner";
export const playAt = (casino: string) => `Play at ${casino}, support the stream`;
export const partnerHint =
  "Signing up there supports the streamer and lets you compete on the monthly leaderboard. It is an affiliate link. Only for adults, where it is legal: set yourself healthy limits.";

export const features = "What you can do here";
export const leaderboard = "Leaderboard";
export const pointsLeaderboardAbout = `Who is earning the most ${pointsName}.`;
export const leaderboardAbout = "The month's highest wagers share a prize pool.";
export const challenges = "Challenges";
export const challengesAbout = "Hit the multiplier, open a ticket, get the reward.";
export const giveaways = "Giveaways";
export const giveawaysAbout = `Free or for ${pointsName}, and every draw can be checked.`;
export const shop = `${PointsName} Shop`;
export const shopAbout = `Spend your ${pointsName} on the streamer's offers.`;

export const houseGames = "House games";
export const fairness = "Fairness and odds";
export const returnsHint =
  "The average return of each game's best bet. The exact odds are shown next to every bet.";
export const highestReturn = (share: ReactNode) => <>Up to {share} back</>;
export const inMaintenance = "Maintenance";
export const pausedToday = "Paused today";

export const principles = "How this site works";
export const draws = "Every draw can be checked";
export const drawsAbout =
  "The server commits to its seed before you roll. Recompute any round in your browser.";
export const points = `${PointsName}, not money`;
export const pointsAbout = `${PointsName} are virtual and have no monetary value. They cannot be bought or sold.`;
export const fun = "For entertainment";
export const funAbout =
  "Run by the streamer for the viewers. Set yourself healthy limits, and take a break when it stops being fun.";
export const responsibleGaming = "Responsible Gaming";
