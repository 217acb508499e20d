import type { ReactNode } from "react";
import { PointsName, pointsName } from "@/ui/format/points";

export const theAgreement = "The agreement";
export const termsService = "Terms of Service";
export const theseTermsApplyEveryone = (site: string | number) =>
  `These terms apply to everyone who uses ${site}. They are short so that they can be read.`;
export const acceptance = "Acceptance";
export const creatingAccountUsingAccept = (site: string | number) =>
  `By creating an account or using ${site} you accept these terms. If you do not agree with them, please do not use the site.`;
export const prizesVirtual = "Prizes are virtual";
export const pointsEverythingWonBought = `${PointsName}, and everything that is won or bought with them here, are virtual or mementos of the stream, and have no monetary value. They cannot be bought, sold, transferred or exchanged for money, or for gift cards and the like.`;
export const conduct = "Conduct";
export const onePersonOneAccount = `One person, one account. Do not cheat, automate play from outside the site, exploit errors or disturb others. Accounts that do may be made inactive and their ${pointsName} withdrawn.`;
export const disclaimer = "Disclaimer";
export const siteEntertainmentProvidedWithout =
  "The site is for entertainment and is provided as it is, without any warranty. It may change or be unavailable at times.";
export const opensNewTab = " (opens in a new tab)";
export const responsibleGaming = "Responsible Gaming";
export const ifHardThereHelp = (a: ReactNode) => <> If that is hard, there is help: {a}.</>;
export const playWithinLimitsHealthy = (part: ReactNode) => (
  <>Play within limits that are healthy for you, and take a break when it stops being fun.{part}</>
);
export const liability = "Liability";
export const farLawAllowsLiability =
  "As far as the law allows, liability to you is limited to the amount you paid to us in the three months before the event that gave rise to it.";
export const yourData = "Your data";
export const dataAndDeletion =
  "You can download your data and delete your account on your account page. After a deletion we keep an encoded form of your email and linked Kick account: for up to 24 months to pay one-time rewards only once, and to apply a time-out or play limits until they would have ended.";
export const changes = "Changes";
export const theseTermsMayChange =
  "These terms may change. The version on this page is the one in force; using the site after a change means that you accept it.";
export const cashMilestoneDailyCalendar = "cash milestone of the Daily Calendar";
export const calendar = "calendar";
export const thereOneExceptionMembers = (cashMilestone: ReactNode, calendarText: ReactNode) => (
  <>
    There is one exception: the {cashMilestone}. Members who keep the streak that the {calendarText}{" "}
    names for it earn the cash tip it names. It is earned once per member, ever, and needs a
    verified email address. An admin looks at each one, may reject it, and pays it by hand. The
    number of cash tips in a month is limited; when they are used up, a tip counts for a later
    month, which the calendar names.
  </>
);
export const notWonWithPoints = (prizes: string, casino: string) =>
  `Some prizes are not won with ${pointsName}: ${prizes}. They are given for play at ${casino}, which is not run by us and has terms of its own. Their pages say how much is paid, and for what.`;

export const notWonWithPointsHere = (prizes: string) =>
  `Some prizes are not won with ${pointsName}: ${prizes}. Their pages say how much is paid, and for what.`;

export const thisSite = "this site";
export const prizesOfTheMonthlyLeaderboard = "prizes of the monthly leaderboard";
export const wagerRewards = "wager rewards";
export const theRewardsOfChallenges = "the rewards of challenges";
export const theCasinoPartner = "the casino partner";
