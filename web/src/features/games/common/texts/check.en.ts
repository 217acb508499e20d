export const giveawaysIdLettersDigits = "The giveaway's id: letters, digits, dashes or underscores";
export const eachEntryHasAccount = "Each entry has an account and at least one ticket";

export const notJsonPasteOne = "This is not JSON. Paste one whole object, from { to }.";
export const pasteOneJsonObject = "Paste one JSON object.";
export const neitherReplayLineNor = "This is neither a replay line nor a round of this site.";
export const objectNamesNoGame = "The object names no game of this site.";
export const roundHasNoParams = "The round has no params or no detail.";
export const lineNamesNoGame = 'The line names no game: it needs "game": "dice" or another.';
export const lineHasNoParams = "The line has no params.";
export const giveawayHasNoList = "The giveaway has no list of entries.";

export const bet = "Bet";
export const preset = "Preset";
export const defaultText = "Default";
export const balanced = "Balanced";
export const classic = "Classic";
export const wholeNumber = "A whole number";

export const notBetTableTakes = "Not a bet that this table takes";
export const wholeNumberFrom0 = "A whole number from 0";
export const serverSeed64Characters = "A server seed is 64 characters of 0-9 and a-f";

export const rulesRefuse = (code: string | number) => `The rules refuse this: ${code}.`;

export const n1To64LettersDigits = "1 to 64 letters, digits, dots, dashes or underscores";
export const noAction = (word: string) => `"${word}" is not an action`;
