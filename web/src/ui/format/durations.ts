import * as texts from "../texts/en";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The age of an ISO 8601 instant at `now`: "just now", "4 minutes ago", "2 hours ago", "3 days ago". */
export function formatAge(at: string, now: number): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return texts.unknownTime;
  return age < MINUTE_MS ? texts.justNow : texts.ago(inLargestUnit(age));
}

/** The wait from `now` for an ISO 8601 instant: "in 6 minutes"; "any moment" when it is over. */
export function formatUntil(at: string, now: number): string {
  const wait = Date.parse(at) - now;
  if (Number.isNaN(wait) || wait <= 0) return texts.anyMoment;
  // Rounded up: a minute that has begun is still to be waited for.
  return texts.inTime(inLargestUnit(Math.ceil(wait / MINUTE_MS) * MINUTE_MS));
}

function inLargestUnit(ms: number): string {
  if (ms < HOUR_MS) return texts.minuteCount(Math.floor(ms / MINUTE_MS));
  if (ms < DAY_MS) return texts.hourCount(Math.floor(ms / HOUR_MS));
  return texts.dayCount(Math.floor(ms / DAY_MS));
}

/**
 * The milliseconds left, in days and hours, hours and minutes, or minutes: "2 days 3 hours",
 * "less than a minute".
 */
export function formatTimeLeft(ms: number): string {
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const parts =
    days > 0
      ? unitsOf([days, texts.dayCount], [hours, texts.hourCount])
      : unitsOf([hours, texts.hourCount], [minutes, texts.minuteCount]);
  return parts.length === 0 ? texts.lessThanMinute : parts.join(" ");
}

/** The hours and minutes left: "5 hours and 12 minutes", "less than a minute". */
export function formatHours({ hours, minutes }: { hours: number; minutes: number }): string {
  const [first, second] = unitsOf([hours, texts.hourCount], [minutes, texts.minuteCount]);
  if (first === undefined) return texts.lessThanMinute;
  return second === undefined ? first : texts.hoursAndMinutes(first, second);
}

/** The units with their counts, in the order given; those that are 0 are left out. */
function unitsOf(...units: readonly [count: number, text: (count: number) => string][]) {
  return units.flatMap(([count, text]) => (count > 0 ? [text(count)] : []));
}

/** A countdown of whole seconds, in minutes: "0:42", "12:05". */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
