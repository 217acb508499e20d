export const setup = "Setup";
export const admin = "Admin";
export const gamingApprovals = "Gaming Approvals";
export const gameMaintenance = "Game Maintenance";
export const bonusHunts = "Bonus Hunts";
export const pointsShop = "Points Shop";
export const editBonusHunt = "Edit bonus hunt";
export const overlay = "Stream Overlay";
export const pageNotFound = "Page not found";

export const accounts = "Accounts";
export const audit = "Audit";
export const challenges = "Challenges";
export const giveaways = "Giveaways";
export const economy = "Economy";
export const chat = "Chat";
export const health = "Health";
export const settings = "Settings";
export const pageTitle = (page: string) => `${page} · Admin`;
