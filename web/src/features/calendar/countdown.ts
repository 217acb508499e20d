import { useEffect, useState } from "react";
import { serverNow } from "@/wire/server-clock";

const MINUTE_MS = 60_000;
/** A read that came a moment too early is repeated after this long. */
const EARLY_MS = 5_000;
/** Reads after midnight are spread over this long, so that not everybody asks in the same second. */
const SPREAD_MS = 3_000;

export type TimeLeft = { hours: number; minutes: number };

/** Whole hours and minutes from one instant to another, never below 0. */
export function timeLeft(resetAt: number, now: number): TimeLeft {
  const minutes = Math.max(0, Math.floor((resetAt - now) / MINUTE_MS));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** "5 hours and 12 minutes" */
export function timeLeftText({ hours, minutes }: TimeLeft): string {
  if (hours === 0 && minutes === 0) return "less than a minute";
  const parts = [counted(hours, "hour"), counted(minutes, "minute")];
  return parts.filter((part) => part !== null).join(" and ");
}

function counted(count: number, unit: string): string | null {
  if (count === 0) return null;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** When to read the calendar again: a moment after the day has ended. */
export function nextReadIn(nextReset: string): number {
  const left = Date.parse(nextReset) - serverNow();
  return left > 0 ? left + 500 + Math.random() * SPREAD_MS : EARLY_MS;
}

/** The time to an instant by the server's clock, refreshed with every minute. */
export function useTimeLeft(instant: string): TimeLeft {
  const resetAt = Date.parse(instant);
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const follow = () => {
      const at = serverNow();
      setNow(at);
      // At the next full minute of what is left, so that the number never lags behind.
      const rest = (((resetAt - at) % MINUTE_MS) + MINUTE_MS) % MINUTE_MS;
      timer = setTimeout(follow, rest + 50);
    };
    follow();
    return () => clearTimeout(timer);
  }, [resetAt]);
  return timeLeft(resetAt, now);
}
