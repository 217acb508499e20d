export const bonusHunts = "Bonus Hunts";
export const bonusHunt = "Bonus Hunt";
