/** Boards and the top bar show larger amounts in short. */
export const SHORT_FROM = 10_000_000;

/** Four digits, rounded down: nobody has less than what is shown. */
export const inShort = {
  notation: "compact",
  maximumSignificantDigits: 4,
  roundingMode: "trunc",
} as const;
