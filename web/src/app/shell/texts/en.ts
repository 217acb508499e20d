import { PointsName } from "@/ui/format/points";
export const home = "Home";
export const leaderboard = "Leaderboard";
export const games = "Games";
export const giveaways = "Giveaways";
export const challenges = "Challenges";
export const calendar = "Calendar";
export const shop = "Shop";
export const quick = "Quick";
export const menu = "Menu";

export const entertainmentOnlyPointsVirtual = `For entertainment only. ${PointsName} are virtual and have no monetary value. Set yourself healthy limits, and take a break when it stops being fun.`;
export const quickLinks = "Quick links";
export const community = "Community";
export const playSafe = "Play safe";
export const responsibleGaming = "Responsible Gaming";
export const termsService = "Terms of Service";
export const opensNewTab = " (opens in a new tab)";

export const menuCouldNotLoaded = "The menu could not be loaded. Please try again.";

export const accountMenu = "Account menu, ";

export const account = "Account";
export const history = "History";
export const statement = "Statement";
export const signOut = "Sign Out";

export const main = "Main";
export const opensNewTabText = "(opens in a new tab)";
export const watchLive = "Watch Live";

export const login = "Login";
