export const subject = "What to check";
export const giveaway = "Giveaway";
export const showExample = "Show an example";
export const paste = "Paste a whole round instead";
export const pasteNote = "a replay line, or a round as the site returns it";
export const pasteLabel = "Round or giveaway as JSON";
export const loadPasted = "Load these values";
export const logIn = "Log in";
export const membersRound =
  "This round belongs to a member. Log in to open it, or enter its values yourself.";
export const yourSeeds = "Your seeds";
export const checkAnother = "Check another round";
