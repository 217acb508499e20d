const whole = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const cents = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** "$3,500", for pools and prizes, which are whole dollars. */
export function dollars(amount: number): string {
  return whole.format(amount);
}

/** "$12,345.67", for what has been wagered. */
export function dollarsAndCents(amount: number): string {
  return cents.format(amount);
}
