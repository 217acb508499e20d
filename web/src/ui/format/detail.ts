import { instantFormat, siteFormat } from "./dates";
import { numberFormat } from "./locale";

// Formats of detailed lists and of charts, apart from those that every page loads.

/** "Nov 1, 2026, 1:05:09 PM" */
export const formatExactMoment = instantFormat({ dateStyle: "medium", timeStyle: "medium" });

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

/** "Nov 21" */
export const formatShortSiteDay = siteFormat({ month: "short", day: "numeric" });

/** "Sat, Nov 21, 2026" */
export const formatSiteWeekday = siteFormat({
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
});

/** A value beside an axis of a chart: "1.2K", "15M". */
export const formatAxisValue = numberFormat({ notation: "compact", maximumFractionDigits: 1 });
