import type { ReactNode } from "react";

export const wagerRewardTiersUsd = "Wager reward tiers in USD";
export const wagerAmount = "Wager amount";
export const reward = "Reward";
export const tier = "Tier";
export const wager = "Wager";

export const rewards = "Rewards";
export const wagerRewards = "Wager Rewards";
export const allRewardsUsd = "All rewards are in USD.";
export const shareWhatAffiliationEarns = (allRewards: ReactNode) => (
  <>
    A share of the affiliate earnings goes back to members, in tiers by the amount wagered.{" "}
    {allRewards}
  </>
);
export const rewardTiers = "The reward tiers";
export const noRewardTiersMoment = "No reward tiers at the moment";
export const streamerHasNotSet = "The streamer has not set any. Other rewards are in the menu.";
export const rewardTiersLabel = "Reward tiers";
export const plainFiguresRewardAmount = (share: ReactNode) => (
  <>
    In plain figures: a reward is {share} of the amount wagered to reach it. It's a thank-you and
    never makes up for a loss.
  </>
);
export const streamerEarnsCommissionFrom = (casinoName: string | number) =>
  `The streamer earns a commission from ${casinoName} when you sign up through this site and play there. The casino is not run by us, and its own terms apply.`;
export const entertainmentWithinLimits = "For entertainment, within limits";
export const opensNewTab = " (opens in a new tab)";
export const responsibleGaming = "Responsible Gaming";
export const onlyAdultsWhereLegal =
  "Only for adults, where it is legal. Never wager more than you can lose, and never to reach a tier: set yourself healthy limits first.";
export const howWorks = "How it works";
export const joinCode = "Join with the code";
export const withCode = (promoCode: ReactNode) => <> with code {promoCode}</>;
export const signUpSoWhat = (casinoName: ReactNode, part: ReactNode) => (
  <>
    Sign up at {casinoName}
    {part}, so that what you wager counts here.
  </>
);
export const sayWho = "Link your casino name";
export const accountPage = "your account page";
export const enterNameAdminApproves = (casinoName: ReactNode, accountPageText: ReactNode) => (
  <>
    Enter your {casinoName} name on {accountPageText}. An admin approves it.
  </>
);
export const askReward = "Ask for your reward";
export const theServer = (label: string | number) => `the ${label} server`;
export const inText = (a: ReactNode) => <>in {a}</>;
export const onceHaveReachedStep = (where: ReactNode) => (
  <>
    Once you have reached a tier, create a ticket {where}. The amount is checked, and the reward is
    paid in USD.
  </>
);
export const loadingRewardTiers = "Loading the reward tiers";
export const inChatServer = "in the community chat server";
export const tierWager = (tier: string) => `${tier} · wager`;
export const isAffiliate = (casino: string) => `${casino} is an affiliate`;
export const shareRange = (lowest: string, highest: string) => `${lowest} to ${highest}`;
