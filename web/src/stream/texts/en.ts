import { formatCount } from "@/ui/format/words";

export const eyebrow = "Stream community";
export const joinCommunity = "Join the community";
export const pointsChallengesGiveawaysEveryone =
  "Points, challenges and giveaways for everyone who watches.";
export const challenges = "Challenges";
export const newOnesSoon = "New ones soon";
export const openNow = (length: string | number) => `${length} open now`;
export const hitMultiplierClaimReward = "Hit the multiplier, claim the reward.";
export const pickChallenge = "Pick a challenge";
export const hitMultiplier = "Hit the multiplier";
export const claimChat = "Claim it in chat";
export const points = "Points";
export const earnEveryDay = "Earn every day";
export const freeCollectOnlyFun = "Free to collect, and only for fun.";
export const claimDay = "Claim your daily points";
export const beatChallenges = "Beat challenges";
export const playHouseGames = "Play house games";
export const pointsLeaderboard = "Points leaderboard";
export const top = (at: string | number) => `Top of ${at}`;
export const rewardsWinsAddUp = "Rewards and wins count. Spending points never costs you a place.";
export const signUp = "Sign up";
export const comeJoin = "Come and join";
export const join = (name: string | number) => `Join ${name}`;
export const freeAccountPlayAlong = "A free account to play along. 18+, play within your limits.";
export const freeAccountPlayAlongText = "A free account to play along.";
export const createAccount = "Create an account";
export const collectPoints = "Collect points";
export const enterGiveaways = "Enter giveaways";
export const min = (minBet: string | number) => `min ${minBet}`;
export const giveaways = "Giveaways";
export const everyDrawCanChecked = "Every draw can be checked.";
export const openingSoon = "Opening soon";
export const latestWinners = "Latest winners";
export const nextGiveawayWay = "The next giveaway is on its way.";
export const nextOneSoon = "Next one soon";
export const getTickets = "Get your tickets";
export const checkDraw = "Check the draw";
export const ends = (endsAt: string | number) => `Ends in ${endsAt}`;
export const opens = (startsAt: string | number) => `Opens in ${startsAt}`;
export const won = "Won by";
export const pointCount = (count: number) => formatCount(count, "point");

export const code = (casino: string | number) => `Code at ${casino}`;

export const free = "Free";
