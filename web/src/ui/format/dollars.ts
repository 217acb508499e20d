import { documentSettings } from "./document-settings";
import { numberFormat } from "./locale";
import { COMPACT_FROM, compact, formatPoints, withSign } from "./numbers";

const { dollars } = documentSettings;

/** What stands beside amounts in fields. */
export const dollarSign = dollars === "code" ? "USD" : dollars === "country" ? "US$" : "$";

/** A figure as this site writes dollars: "$1,234.50", "US$1,234.50" or "1,234.50 USD". */
export function withDollars(figure: string): string {
  // The code follows after a no-break space.
  return dollars === "code" ? `${figure}\u00a0${dollarSign}` : dollarSign + figure;
}

/** The same for an amount that the server has written, "$2.00"; other texts stay. */
export function rewriteDollars(text: string): string {
  return text.startsWith("$") ? withDollars(text.slice(1)) : text;
}

/** Whole dollars, for pools and prizes: "$3,500". */
export const formatDollars = (amount: number) => withDollars(formatPoints(amount));

const cents = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Dollars with cents, for wagers, bets and wins: "$12,345.67". */
export const formatCents = (amount: number) => withDollars(cents(amount));

/** A profit or a loss in dollars: "+$130.20", "−$172.00", "$0.00". */
export function formatSignedCents(amount: number): string {
  return withSign(amount, formatCents);
}

const compactFigure = numberFormat(compact);

/** Dollars on a board, compact from ten million: "$9,999,999.99", "$98.76B". */
export function formatCompactDollars(amount: number): string {
  return amount < COMPACT_FROM ? formatCents(amount) : withDollars(compactFigure(amount));
}
