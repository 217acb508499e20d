import { PointsName } from "@/ui/format/points";
export const title = "Set up your site";
export const lead = "A minute, and the site is yours. All of it can be changed later in the panel.";
export const restoredTitle = "This site was restored";
export const restoredLead =
  "Your old password and second factors no longer work. Set a new password. Members and settings come from the backup.";
export const you = "You";
export const ownerName = "Your name";
export const ownerNameHint =
  "Shown in the panel and in its audit. You log in with it once other people join. You can leave it empty.";
export const password = "Password of the panel";
export const passwordHint = "12 to 128 characters. With it you log in at /admin.";
export const site = "Your site";
export const siteName = "Name of the site";
export const accent = "Accent colour";
export const accentHint = `${PointsName} and main buttons are drawn in it.`;
export const zone = "Time zone";
export const zoneHint = "Days of the calendar and months of the leaderboards follow it.";
export const parts = "Parts of the site";
export const partsLead = "What is off is in no menu. You can switch it on later.";
export const begin = "Begin with";
export const beginLead =
  "Without the example the site has no prizes, no links and no casino: you fill in your own.";
export const example = "The example streamer";
export const exampleHint = "Links, casino, prizes and counters to look at and replace.";
export const finish = "Open the panel";
export const loading = "Loading the setup";
export const notLoaded = "The setup could not be loaded.";
export const tryAgain = "Try again";
export const noCode = "Use the link that the server printed";
export const noCodeHint =
  "The setup needs the code in that link. The server prints it when it starts: look at its output or its log for a line with /setup#. Each start prints another one.";
export const badCode =
  "This link does not work any more: the server prints a new one at each start. Open the newest one.";
export const alreadySetUp = "This site is set up";
export const alreadySetUpHint = "It has an owner, who logs in to the panel.";
export const toPanel = "To the panel";
