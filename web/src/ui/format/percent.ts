import { numberFormat } from "./locale";

const exact = numberFormat({
  style: "percent",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/**
 * A share of 1 in percent with two decimals: 0.973 is "97.30%". Like whole numbers, most are written without
 * `Intl`; it decides near a half, where a product of floats may be on the wrong side.
 */
export function formatPercent(share: number): string {
  const scaled = share * 10_000;
  const hundredths = Math.round(scaled);
  return share >= 0 && share < 10 && Math.abs(scaled - hundredths) < 0.499
    ? `${(hundredths / 100).toFixed(2)}%`
    : exact(share);
}
