import { numberFormat } from "./locale";

const multiple = numberFormat({ maximumFractionDigits: 2, useGrouping: false });
const thousandfold = numberFormat({ maximumFractionDigits: 1 });

/** How many times a bet was paid: "12.5x", from a thousand "1.2kx". */
export function formatTimes(times: number): string {
  // 999.995 is rounded up to a thousand.
  return Math.round(times * 100) >= 100_000
    ? `${thousandfold(times / 1_000)}kx`
    : `${multiple(times)}x`;
}
