import { useMinute } from "@/wire/remaining";

const MINUTE_MS = 60_000;
export type TimeLeft = { hours: number; minutes: number };

/** Whole hours and minutes from one instant to another, never below 0. */
export function timeLeft(resetAt: number, now: number): TimeLeft {
  const minutes = Math.max(0, Math.floor((resetAt - now) / MINUTE_MS));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** The time to an instant by the server's clock, refreshed with every minute. */
export function useTimeLeft(instant: string): TimeLeft {
  return timeLeft(Date.parse(instant), useMinute(instant));
}
