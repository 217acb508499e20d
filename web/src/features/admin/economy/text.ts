import { formatPoints } from "@/ui/Points";

const long = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});
const short = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** A day of the site, which has no zone of its own: "Sun, Nov 22, 2026". */
export function dayText(day: string): string {
  return long.format(new Date(`${day}T00:00:00Z`));
}

/** "Nov 22" */
export function shortDay(day: string): string {
  return short.format(new Date(`${day}T00:00:00Z`));
}

/** "+1,200", "−300", "0" */
export function signed(amount: number): string {
  if (amount === 0) return "0";
  return `${amount > 0 ? "+" : "−"}${formatPoints(Math.abs(amount))}`;
}

const share = new Intl.NumberFormat("en-US", {
  style: "percent",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** "99.00%" of a share of 1. */
export function percentText(part: number): string {
  return share.format(part);
}
