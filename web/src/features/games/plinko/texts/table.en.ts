export const all = "the whole table";
export const boards = "its boards";
export const betStep = "the step of the bets";
export const boardMultipliers = "the multipliers of a board";
export const multipliers = "its multipliers";
