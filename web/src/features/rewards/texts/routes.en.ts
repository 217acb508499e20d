export const wagerRewards = "Wager Rewards";
