export const giveaways = "Giveaways";
