import type { Fraction } from "../fraction";

/** A decimal of the server, such as "0.996665", without passing through a float. */
export function decimalFraction(decimal: string): Fraction {
  const [whole = "0", part = ""] = decimal.split(".");
  return { part: BigInt(whole + part), of: 10n ** BigInt(part.length) };
}
