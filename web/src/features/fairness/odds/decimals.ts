/** A decimal of the server in percent, by moving its point: "0.996665" with three decimals is "99.666". */
export function inPercent(decimal: string, decimals: number): string {
  const [whole = "0", part = ""] = decimal.split(".");
  const digits = part.padEnd(2 + decimals, "0");
  return `${Number(whole + digits.slice(0, 2))}.${digits.slice(2, 2 + decimals)}`;
}
