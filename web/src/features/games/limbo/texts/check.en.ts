export const target = "Target";
export const targetNoNumber = "A number with at most two decimals";
export const badTarget = "Not a target of this table";
export const lastStep =
  "One draw over all 2^32 values sets the result, so that any target t is reached with a chance of 0.99/t. The bet wins when the result is at the target or above it.";

export const result = (won: boolean, multiplier: string) =>
  won ? `Reached the target of ${multiplier}×` : `Stayed below the target of ${multiplier}×`;
