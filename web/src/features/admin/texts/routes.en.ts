import { PointsName } from "@/ui/format/points";
export const setup = "Setup";
export const admin = "Admin";
export const gamingApprovals = "Gaming Approvals";
export const gameMaintenance = "Game Maintenance";
export const bonusHunts = "Bonus Hunts";
export const pointsShop = `${PointsName} Shop`;
export const editBonusHunt = "Edit bonus hunt";
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
