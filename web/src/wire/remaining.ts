import { useEffect, useState } from "react";
import { serverNow } from "./server-clock";

/** How often the remaining times are refreshed (specification 1, section 9). */
const REFRESH_MS = 60_000;
const HOUR_MS = 60 * REFRESH_MS;
const DAY_MS = 24 * HOUR_MS;
/** Ages are counted in minutes. */
const AGE_TICK_MS = 15_000;

/** Days and hours, hours and minutes, or minutes. */
export function remainingText(ms: number): string {
  if (ms < REFRESH_MS) return "less than a minute";
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / REFRESH_MS);
  const parts =
    days > 0
      ? [counted(days, "day"), counted(hours, "hour")]
      : [counted(hours, "hour"), counted(minutes, "minute")];
  return parts.filter((part) => part !== null).join(" ");
}

function counted(count: number, unit: string): string | null {
  if (count === 0) return null;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * The server's time, refreshed each minute at the moment when the time left to `instant` loses one,
 * and at the instant itself.
 */
export function useMinute(instant: string): number {
  const target = Date.parse(instant);
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const follow = () => {
      const at = serverNow();
      setNow(at);
      const rest = (((target - at) % REFRESH_MS) + REFRESH_MS) % REFRESH_MS;
      timer = setTimeout(follow, rest + 50);
    };
    follow();
    return () => clearTimeout(timer);
  }, [target]);
  return now;
}

/** The server's time, against which the age of figures is told; never before they were made. */
export function useAgeClock(madeAt: string | null): number {
  const [tick, setTick] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setTick(serverNow()), AGE_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  // An answer may be younger than the last tick.
  return Math.max(tick, madeAt === null ? 0 : Date.parse(madeAt));
}
