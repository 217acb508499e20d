import { numberFormat } from "./locale";

/** A share of 1 in percent with two decimals: 0.973 is "97.30%". */
export const formatPercent = numberFormat({
  style: "percent",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
