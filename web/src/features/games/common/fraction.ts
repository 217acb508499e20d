/** An exact chance or return: `part` of `of` equally likely cases, in whole numbers. */
export type Fraction = { part: bigint; of: bigint };

/** In percent, rounded half up to a number of decimals: 36/37 is "97.30", as the rules state it. */
export function percent({ part, of }: Fraction, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const units = (200n * part * scale + of) / (2n * of);
  if (decimals === 0) return String(units);
  return `${units / scale}.${String(units % scale).padStart(decimals, "0")}`;
}

/**
 * A chance in percent as one would say it: at most four decimals without closing zeros, and more
 * for a chance so small that four would say little.
 */
export function chancePercent(chance: Fraction): string {
  const isTiny = chance.part > 0n && chance.part * 10_000n < chance.of;
  const text = percent(chance, isTiny ? 8 : 4);
  return text.replace(/\.?0+$/, "");
}
