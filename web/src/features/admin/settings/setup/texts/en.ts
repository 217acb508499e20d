import { pointsName } from "@/ui/format/points";
export const title = "Set up your site";
export const lead = "Takes about a minute. You can change everything later in the panel.";
export const restoredTitle = "This site was restored";
export const restoredLead =
  "Your old password and second factors no longer work. Set a new password. Members and settings come from the backup.";
export const you = "You";
export const ownerName = "Your name";
export const ownerNameHint =
  "Optional. Shown in the panel and its audit. You'll log in with it once other people join.";
export const password = "Panel password";
export const passwordHint = "12 to 128 characters. You'll use it at /admin.";
export const site = "Your site";
export const siteName = "Site name";
export const accent = "Accent colour";
export const accentHint = `Used for ${pointsName} and main buttons.`;
export const zone = "Time zone";
export const zoneHint = "Sets when calendar days and leaderboard months begin.";
export const parts = "Parts of the site";
export const partsLead = "Disabled features disappear from menus. You can turn them on later.";
export const begin = "Start with";
export const beginLead = "Leave this off to start empty and add your own prizes, links and casino.";
export const example = "Example streamer";
export const exampleHint = "Sample links, casino, prizes and counters for you to replace.";
export const finish = "Open the panel";
export const loading = "Loading setup";
export const notLoaded = "Setup couldn't be loaded.";
export const tryAgain = "Try again";
export const noCode = "Open the setup link";
export const noCodeHint =
  "The server prints the link each time it starts. Look for a line with /setup# in its output or log, and open the newest one.";
export const badCode =
  "This link has expired. The server prints a new one at each start: open the newest one.";
export const alreadySetUp = "This site is already set up";
export const alreadySetUpHint = "Log in to the panel to manage it.";
export const toPanel = "Go to the panel";
