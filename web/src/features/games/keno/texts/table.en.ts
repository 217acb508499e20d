export const all = "the whole table";
export const multipliers = "its multipliers";
export const multipliersOfPick = "the multipliers of every pick";
export const numbers = "how many numbers there are";
export const drawn = "how many numbers are drawn";
