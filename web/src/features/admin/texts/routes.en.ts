export const admin = "Admin";
export const gamingApprovals = "Gaming Approvals";
export const gameMaintenance = "Game Maintenance";
export const bonusHunts = "Bonus Hunts";
export const pointsShop = "Points Shop";
export const editBonusHunt = "Edit bonus hunt";
export const pageNotFound = "Page not found";
