import { formatNumber } from "@/ui/format/numbers";
import type { Fraction } from "../fraction";
import * as texts from "../texts/odds.en";

/** Whole numbers only: a chance or a return is never a float before it is written out. */

export function fraction(part: bigint | number, of: bigint | number): Fraction {
  return { part: BigInt(part), of: BigInt(of) };
}

export function times(left: Fraction, right: Fraction): Fraction {
  return { part: left.part * right.part, of: left.of * right.of };
}

export function plus(left: Fraction, right: Fraction): Fraction {
  return { part: left.part * right.of + right.part * left.of, of: left.of * right.of };
}

/** Below, at or above zero: how two fractions compare. */
export function compare(left: Fraction, right: Fraction): -1 | 0 | 1 {
  const difference = left.part * right.of - right.part * left.of;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** How many ways there are to choose `count` of `size`. */
export function choose(size: number, count: number): bigint {
  if (count < 0 || count > size) return 0n;
  let ways = 1n;
  for (let place = 0; place < count; place += 1)
    ways = (ways * BigInt(size - place)) / BigInt(place + 1);
  return ways;
}

/** A value of a fraction cut, never rounded up, to a number of decimals. */
export function cutTo({ part, of }: Fraction, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const units = (part * scale) / of;
  if (decimals === 0) return String(units);
  return `${units / scale}.${String(units % scale).padStart(decimals, "0")}`;
}

/** A small chance for people: "1 in 8.5"; whole from a hundred up. */
export function oneIn(chance: Fraction): string {
  if (chance.part === 0n) return texts.never;
  const inverse = { part: chance.of, of: chance.part };
  const isLarge = inverse.part >= inverse.of * 100n;
  const [whole = "", part = "0"] = cutTo(inverse, isLarge ? 0 : 1).split(".");
  return texts.oneIn(`${formatNumber(BigInt(whole))}${part === "0" ? "" : `.${part}`}`);
}
