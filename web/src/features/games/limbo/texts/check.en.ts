export const result = (won: boolean, target: string | number) =>
  `${won ? "Reached" : "Stayed below"} the target of ${target}×`;

export const targetText = "Target";
export const numberMostTwoDecimals = "A number with at most two decimals";
export const notTargetTable = "Not a target of this table";
export const oneDrawOverAll =
  "One draw over all 2^32 values sets the result, so that any target t is reached with a chance of 0.99/t. The bet wins when the result is at the target or above it.";
