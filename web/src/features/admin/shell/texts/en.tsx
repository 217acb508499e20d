import type { ReactNode } from "react";

export const openMenu = "Open the menu";
export const admin = "Admin";
export const menu = "Menu";

export const discardWhatTyped = "Discard what you typed?";
export const nothingHasBeenSaved = "Nothing of it has been saved.";
export const discard = "Discard";
export const keepEditing = "Keep editing";

export const adminPanel = "Admin panel";
export const thoseWhoRunHouse = "For the people who run this site.";
export const enter = "Enter";
export const backSite = "Back to the site";

export const adminPassword = "Admin password";
export const tryAgain = (secondsLeft: ReactNode) => <> Try again in {secondsLeft}.</>;

export const logout = "Logout";

export const logoutUnsavedChanges = "Logout with Unsaved Changes";
export const haveUnsavedChangesIf = "You have unsaved changes. If you log out now, they are lost.";

export const pleaseOpenAdminPanel = "Please open the admin panel on a PC";
export const tablesSwitchesNeedLarger =
  "Its tables and switches need a larger screen and a mouse or a keyboard.";

export const refresh = "Refresh";

export const sessionHasEnded = "Your session has ended";
export const logContinueNothingTyped = "Log in to continue; nothing you typed is lost.";
export const logOut = "Log out";
export const log = "Log in";

export const pointhouse = "Pointhouse";
export const site = "To the site";
export const pending = " pending";

export const siteMaintenance = "Site maintenance";
export const stateUnknown = "State unknown";
export const closeSite = "Close the site?";
export const openSite = "Open the site?";
export const everybodySiteSeesMaintenance =
  "Everybody on the site sees the maintenance notice at once. Members cannot play, claim or buy until it is opened again; open rounds may be finished.";
export const maintenanceNoticeGoesAway = "The maintenance notice goes away for everybody at once.";
export const closeSiteText = "Close the site";
export const openSiteText = "Open the site";
export const siteClosedMembers = "The site is closed to members";
export const siteOpen = "The site is open";

export const loading = "Loading";

export const noSuchPage = "No such page";
export const backDashboard = "Back to the dashboard";
export const panelHasNothingAddress = "The panel has nothing at this address.";

export const dashboard = "Dashboard";
export const accounts = "Accounts";
export const gamingApprovals = "Gaming Approvals";
export const challenges = "Challenges";
export const bonusHunts = "Bonus Hunts";
export const giveaways = "Giveaways";
export const pointsShop = "Points Shop";
export const gameMaintenance = "Game Maintenance";
export const economy = "Economy";
export const audit = "Audit";
export const chat = "Chat";
export const health = "Health";
