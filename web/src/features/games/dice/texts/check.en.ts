export const target = "Target";
export const winningSide = "Winning side";
export const rollUnder = "Roll under";
export const atOrOver = "At or over";
export const badTarget = "Not a target of this table";
export const badDirection = "Under or over";
export const lastStep =
  "The word is taken modulo 10,000 and shown as 0.00 to 99.99. Under wins below the target, over wins at the target or above it.";

export const result = (won: boolean, isUnder: boolean, number: number) =>
  `${won ? "Hit" : "Missed"}: ${isUnder ? "under" : "at or over"} ${number}.00 wins`;
