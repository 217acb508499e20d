export const result = (won: boolean, isUnder: boolean, targetText: string | number) =>
  `${won ? "Hit" : "Missed"}: ${isUnder ? "under" : "at or over"} ${targetText}.00 wins`;

export const target = "Target";
export const winningSide = "Winning side";
export const rollUnder = "Roll under";
export const over = "At or over";
export const notTargetTable = "Not a target of this table";
export const underOver = "Under or over";
export const wordTakenModulo10 =
  "The word is taken modulo 10,000 and shown as 0.00 to 99.99. Under wins below the target, over wins at the target or above it.";
