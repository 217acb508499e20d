import { formatPointCount, pointsName } from "@/ui/format/points";
import { formatCount, plural } from "@/ui/format/words";

export const rewards = "Rewards";
export const howGetPoints = `How to get ${pointsName}`;
export const whatCanDoPoints = `Every way to get ${pointsName} right now.`;
export const dailyCalendar = "Daily calendar";
export const claimPointsOnceDay = `Claim ${pointsName} once a day.`;
export const todayBrings = (points: number) => `Today's claim pays ${formatPointCount(points)}.`;
export const nextClaimBrings = (points: number) =>
  `Your next claim pays ${formatPointCount(points)}.`;
export const claimTodaysReward = "Claim today's reward";
export const openCalendar = "Open the calendar";
export const challenges = "Challenges";
export const openPaying = (open: number, most: number) =>
  plural(
    open,
    `${open} open, paying ${formatPointCount(most)}.`,
    `${open} open, paying up to ${formatPointCount(most)}.`,
  );
export const seeChallenges = "See challenges";
export const giveaways = "Giveaways";
/** The prize of a giveaway within a list. */
export const prize = (name: string) => `“${name}”`;
/** `free`: how many of the open ones need no points. */
export const openGiveaways = (open: number, free: number, prizes: string) =>
  free > 0
    ? `${open} open, ${free} free to enter. Prizes: ${prizes}.`
    : `${open} open. Prizes: ${prizes}.`;
export const seeGiveaways = "See giveaways";
export const chat = "Chat";
export const chattingPays = (points: number, minutes: number, dailyMax: number) =>
  `Chatting while the stream is live pays ${formatPointCount(points)}, ${plural(minutes, "once a minute", `once every ${minutes} minutes`)}, at most ${formatPointCount(dailyMax)} a day. Your Kick account must be linked.`;
export const linkKickAccount = "Link your Kick account";
export const houseGames = "House games";
export const betPointsWinMore = `Bet ${pointsName} to win more. On average, bets return less than they cost.`;
export const loading = (what: string) => `Loading: ${what}`;
export const retry = "Retry";
/** After "Retry", for screen readers. */
export const retrySuffix = (what: string) => `: ${what}`;

export const enterFree = (free: number) => `Enter ${formatCount(free, "free giveaway")}`;
export const claimed = (points: number) => `${formatPointCount(points)} claimed`;
export const claim = (part: number) => `Claim ${formatPointCount(part)}`;
export const nextDailyReward = (left: string | number) => `Next daily reward in ${left}`;
