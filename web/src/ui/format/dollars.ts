import { numberFormat } from "./locale";
import { COMPACT_FROM, compact, withSign } from "./numbers";

const dollars = { style: "currency", currency: "USD" } as const;

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
