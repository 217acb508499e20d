import { useEffect, useState } from "react";
import { serverNow } from "./server-clock";

/** How often the remaining times are refreshed. */
const REFRESH_MS = 60_000;
const HOUR_MS = 60 * REFRESH_MS;
/** Ages are counted in minutes. */
const AGE_TICK_MS = 15_000;

/** A read that came a moment too early is repeated after this long. */
const EARLY_MS = 5_000;
/** Reads that every page makes at the same instant are spread over this long. */
const SPREAD_MS = 3_000;
/** Timers of browsers cannot wait for more than 24 days, so none waits longer than this. */
const LONGEST_WAIT_MS = 6 * HOUR_MS;

/** When to read again what changes at `instant`: a moment after it, in milliseconds from now. */
export function nextReadIn(instant: number): number {
  const left = instant - serverNow();
  if (left <= 0) return EARLY_MS;
  return Math.min(left + 500 + Math.random() * SPREAD_MS, LONGEST_WAIT_MS);
}

const everyMinute = () => REFRESH_MS;

/**
 * The server's time, refreshed when the time left to `instant` loses a full minute and at the instant
 * itself. `stepOf` gives other steps for a time left; it must not change.
 */
export function useMinute(instant: string, stepOf: (left: number) => number = everyMinute): number {
  const target = Date.parse(instant);
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const follow = () => {
      const at = serverNow();
      setNow(at);
      const step = stepOf(target - at);
      const rest = (((target - at) % step) + step) % step;
      timer = setTimeout(follow, rest + 50);
    };
    follow();
    return () => clearTimeout(timer);
  }, [target, stepOf]);
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
