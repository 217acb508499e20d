export const giveaway = "Giveaway";
export const whatCheck = "What to check";
export const showExample = "Show an example";
export const pasteWholeRoundInstead = "Paste a whole round instead";
export const replayLineRoundSite = "a replay line, or a round as the site answers it";
export const roundGiveawayJson = "Round or giveaway as JSON";
export const takeApart = "Take it apart";
export const log = "Log in";
export const roundMemberLogOpen =
  "This is a round of a member. Log in to open it, or type its values in.";
export const yourSeeds = "Your seeds";
export const checkAnotherRound = "Check another round";
