import type { Month } from "../months";
import { dateFormat, LOCALE } from "./locale";

/** A point in time: ISO 8601 text of the server, milliseconds since 1970, or a date. */
type Instant = string | number | Date;

/** A formatter of instants that returns text which is no date unchanged. */
function instantFormat(options: Intl.DateTimeFormatOptions): (instant: Instant) => string {
  const format = dateFormat(options);
  return (instant) => {
    const at = new Date(instant);
    return Number.isNaN(at.getTime()) ? String(instant) : format(at);
  };
}

// Instants, in the reader's own zone.

/** "Nov 1, 2026" */
export const formatDay = instantFormat({ dateStyle: "medium" });

/** "November 2026" */
export const formatMonthOf = instantFormat({ month: "long", year: "numeric" });

/** "Nov 1, 2026, 1:05 PM" */
export const formatMoment = instantFormat({ dateStyle: "medium", timeStyle: "short" });

/** "Nov 1, 2026, 1:05:09 PM" */
export const formatExactMoment = instantFormat({ dateStyle: "medium", timeStyle: "medium" });

/** A moment at most some months away, without its year: "Sun, Nov 1, 1:05 PM". */
export const formatNearMoment = instantFormat({
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** A time of day: "1:05 PM". */
export const formatTime = instantFormat({ timeStyle: "short" });

const clock = {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;

/** A time of day with seconds, for lists of events: "13:05:09". */
export const formatClock = instantFormat(clock);

/** The same with its day: "Nov 1, 13:05:09". */
export const formatDayClock = instantFormat({ month: "short", day: "numeric", ...clock });

// Days ("2026-11-21") and months ("2026-11") of the site, which are the same for every reader.

/** "November 21, 2026" */
export const formatSiteDay = siteFormat({ month: "long", day: "numeric", year: "numeric" });

/** "Nov 21" */
export const formatShortSiteDay = siteFormat({ month: "short", day: "numeric" });

/** "Sat, Nov 21, 2026" */
export const formatSiteWeekday = siteFormat({
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
});

/** "November 2026" */
export const formatMonth: (month: Month) => string = siteFormat({ month: "long", year: "numeric" });

/** Takes days and months alike: both are read as the beginning of their first day in UTC. */
function siteFormat(options: Intl.DateTimeFormatOptions): (day: string) => string {
  return instantFormat({ ...options, timeZone: "UTC" });
}

/** The month that it is in a zone at an instant in milliseconds, wherever the reader is. */
export function monthAt(now: number, timeZone: string): Month {
  const parts = new Intl.DateTimeFormat(LOCALE, {
    month: "2-digit",
    year: "numeric",
    timeZone,
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}`;
}
