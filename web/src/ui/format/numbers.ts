import { numberFormat } from "./locale";

/** Compact amounts begin here; smaller ones fit in every place. */
const COMPACT_FROM = 10_000_000;

/** Four digits, rounded down: no amount looks larger than it is. */
const compact = {
  notation: "compact",
  maximumSignificantDigits: 4,
  roundingMode: "trunc",
} as const;
const dollars = { style: "currency", currency: "USD" } as const;

/** Whole points, and any other whole number: "12,345". */
export const formatPoints = numberFormat({ maximumFractionDigits: 0 });

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
export const formatNumber = numberFormat({ maximumFractionDigits: 2 });

/** Whole dollars, for pools and prizes: "$3,500". */
export const formatDollars = numberFormat({ ...dollars, maximumFractionDigits: 0 });

/** Dollars with cents, for wagers, bets and wins: "$12,345.67". */
export const formatCents = numberFormat(dollars);

/** A profit or a loss in dollars: "+$130.20", "−$172.00", "$0.00". */
export function formatSignedCents(amount: number): string {
  return withSign(amount, formatCents);
}

const compactDollars = numberFormat({ ...dollars, ...compact });

/** Dollars on a board, compact from ten million: "$9,999,999.99", "$98.76B". */
export function formatCompactDollars(amount: number): string {
  return amount < COMPACT_FROM ? formatCents(amount) : compactDollars(amount);
}

/** A value beside an axis of a chart: "1.2K", "15M". */
export const formatAxisValue = numberFormat({ notation: "compact", maximumFractionDigits: 1 });

/** A share of 1 in percent with two decimals: 0.973 is "97.30%". */
export const formatPercent = numberFormat({
  style: "percent",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** A share of 1 in percent with at most one decimal: 0.1234 is "12.3%". */
export const formatRoughPercent = numberFormat({ style: "percent", maximumFractionDigits: 1 });

/** A small share of 1 in percent with three significant digits: 0.00125 is "0.125%". */
export const formatRate = numberFormat({ style: "percent", maximumSignificantDigits: 3 });

const multiple = numberFormat({ maximumFractionDigits: 2, useGrouping: false });
const thousandfold = numberFormat({ maximumFractionDigits: 1 });

/** How many times a bet was paid: "12.5x", from a thousand "1.2kx". */
export function formatTimes(times: number): string {
  // 999.995 is rounded up to a thousand.
  return Math.round(times * 100) >= 100_000
    ? `${thousandfold(times / 1_000)}kx`
    : `${multiple(times)}x`;
}

/** With the minus of the headings' font, which is as wide as its plus. */
function withSign(amount: number, format: (amount: number) => string): string {
  const sign = amount > 0 ? "+" : amount < 0 ? "−" : "";
  return sign + format(Math.abs(amount));
}
