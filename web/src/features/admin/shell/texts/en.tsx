import type { ReactNode } from "react";
import { PointsName } from "@/ui/format/points";

export const product = "Pointhouse";
export const admin = "Admin";
export const openMenu = "Open the menu";
export const menu = "Menu";

export const pages = {
  dashboard: "Dashboard",
  stream: "Stream",
  accounts: "Accounts",
  approvals: "Gaming Approvals",
  challenges: "Challenges",
  hunts: "Bonus Hunts",
  giveaways: "Giveaways",
  shop: `${PointsName} Shop`,
  games: "Game Maintenance",
  overlay: "Stream Overlay",
  economy: "Economy",
  audit: "Audit",
  chat: "Chat",
  health: "Health",
  people: "People",
  settings: "Settings",
  docs: "Docs",
};
/** After the number of what waits for a decision, for screen readers. */
export const pending = " pending";
/** After a page whose part of the site has stopped, for screen readers. */
export const needsAttention = " needs attention";
export const breadcrumb = "Breadcrumb";
export const backToSite = "Back to the site";

export const gateTitle = "Admin panel";
export const gateIntro = "For the people who run this site.";
export const enter = "Enter";
export const name = "Name";
export const nameHint = "Owner? “owner” works, too.";
/** While the owner is alone. */
export const adminPassword = "Admin password";
export const password = "Password";
export const tryAgainIn = (time: ReactNode) => <>Try again in {time}.</>;

export const handheldTitle = "Please open the admin panel on a PC";
export const handheldText =
  "Its tables and switches need a larger screen and a mouse or a keyboard. What you need on stream works here, too.";

export const sessionEnded = "Your session has ended";
export const sessionEndedText = "Log in to continue; nothing you typed is lost.";
export const logIn = "Log in";
export const logOut = "Log out";

export const logout = "Logout";
export const yourAccount = "Your account";
export const owner = "Owner";
export const adminRole = "Admin";
export const moderator = "Moderator";

export const yourRights = "What you may do here";
export const notAllowed = "Your role doesn't allow this";
export const notAllowedText =
  "This page isn't part of your role. If you need it, ask the owner of the site.";
export const seeOnlyTitle = "You can look, but not change anything here";
export const seeOnlyText = "Changes on this page aren't part of your role.";
export const unsavedTitle = "Logout with Unsaved Changes";
export const unsavedText = "You have unsaved changes. If you log out now, they are lost.";

export const discardTitle = "Discard what you typed?";
export const discardText = "Your changes haven't been saved.";
export const discard = "Discard";
export const keepEditing = "Keep editing";
export const refresh = "Refresh";
export const loading = "Loading";

export const siteMaintenance = "Site maintenance";
export const siteUnknown = "State unknown";
export const siteClosed = "On: closed to members";
export const siteOpen = "Off: the site is open";
export const closeSiteTitle = "Close the site?";
export const closeSiteText =
  "Everyone on the site sees the maintenance notice right away. Members cannot play, claim or buy until you open the site again; open rounds may be finished.";
export const closeSite = "Close the site";
export const closedSite = "The site is closed to members";
export const openSiteTitle = "Open the site?";
export const openSiteText = "The maintenance notice disappears for everyone right away.";
export const openSite = "Open the site";
export const openedSite = "The site is open";

export const unknownTitle = "No such page";
export const unknownText = "There is no admin page at this address.";
export const backToDashboard = "Back to the dashboard";
