import { numberFormat, wholeFormat } from "./locale";

/** Compact amounts begin here; smaller ones fit in every place. */
export const COMPACT_FROM = 10_000_000;

/** Options of compact amounts: four digits, rounded down: no amount looks larger than it is. */
export const compact = {
  notation: "compact",
  maximumSignificantDigits: 4,
  roundingMode: "trunc",
} as const;

/** Whole points, and any other whole number: "12,345". */
export const formatPoints = wholeFormat({ maximumFractionDigits: 0 });

/** A gain or a loss in points: "+1,200", "−300", "0". */
export function formatSignedPoints(amount: number): string {
  return withSign(amount, formatPoints);
}

const compactPoints = numberFormat(compact);

/** Points on a board or in the top bar, compact from ten million: "9,999,999", "12.34M". */
export function formatCompactPoints(amount: number): string {
  return amount < COMPACT_FROM ? formatPoints(amount) : compactPoints(amount);
}

/** A number with at most two decimals: "1,234.5", "7". */
export const formatNumber = wholeFormat({ maximumFractionDigits: 2 });

/** With the minus of the headings' font, which is as wide as its plus. */
export function withSign(amount: number, format: (amount: number) => string): string {
  const sign = amount > 0 ? "+" : amount < 0 ? "−" : "";
  return sign + format(Math.abs(amount));
}
