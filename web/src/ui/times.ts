/** How a win looks. */
export type WinClass = "mega" | "big" | "good" | "small";

export function winClass(times: number): WinClass {
  if (times >= 100) return "mega";
  if (times >= 50) return "big";
  return times >= 10 ? "good" : "small";
}

const short = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2, useGrouping: false });
const thousands = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** How many times a bet was paid: "12.5x", from a thousand on "1.2kx". */
export function timesText(times: number): string {
  // A figure that rounds up to a thousand is one.
  return Math.round(times * 100) >= 100_000
    ? `${thousands.format(times / 1_000)}kx`
    : `${short.format(times)}x`;
}
