import { inShort, SHORT_FROM } from "./short";

const whole = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const cents = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const short = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", ...inShort });

/** "$3,500", for pools and prizes, which are whole dollars. */
export function dollars(amount: number): string {
  return whole.format(amount);
}

/** "$12,345.67", for what has been wagered. */
export function dollarsAndCents(amount: number): string {
  return cents.format(amount);
}

/** The same in short from ten millions on: "$98.76B". */
export function shortDollars(amount: number): string {
  return amount < SHORT_FROM ? dollarsAndCents(amount) : short.format(amount);
}
