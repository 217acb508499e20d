import { formatCount, plural } from "@/ui/format/words";

export const rewards = "Rewards";
export const howGetPoints = "How to get points";
export const whatCanDoPoints = "What you can do for points right now.";
export const dailyCalendar = "Daily calendar";
export const claimPointsOnceDay = "Claim points once a day.";
export const today = "Today";
export const nextClaim = "Your next claim";
export const brings = (claimText: string, next: number) =>
  `${claimText} brings ${formatCount(next, "point")}.`;
export const claimTodaysReward = "Claim today's reward";
export const openCalendar = "Open the calendar";
export const challenges = "Challenges";
export const openPaying = (open: number, most: number) =>
  `${open} open, paying ${open === 1 ? "" : "up to "}${formatCount(most, "point")}.`;
export const seeChallenges = "See challenges";
export const giveaways = "Giveaways";
export const freeEnter = (free: string | number) => `, ${free} free to enter`;
export const seeGiveaways = "See giveaways";
export const chat = "Chat";
export const onceMinutes = (minutes: string | number) => `once in ${minutes} minutes`;
export const chattingWhileStreamLive = (points: number, often: string | number, dailyMax: number) =>
  `Chatting while the stream is live brings ${formatCount(points, "point")}, ${often}, at most ${formatCount(dailyMax, "point")} a day. Your Kick account must be linked.`;
export const linkKickAccount = "Link your Kick account";
export const houseGames = "House games";
export const betPointsWinMore =
  "Bet points to win more. On average, bets return less than they cost.";
export const loading = (lowerCase: string | number) => `Loading ${lowerCase}`;
export const retry = "Retry";

export const enterFree = (free: string | number, free2: number) =>
  `Enter ${free} free ${plural(free2, "giveaway")}`;
export const claimed = (points: number) => `${formatCount(points, "point")} claimed`;
export const claim = (part: number) => `Claim ${formatCount(part, "point")}`;
export const nextDailyReward = (left: string | number) => `Next daily reward in ${left}`;
