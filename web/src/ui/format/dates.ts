import type { Month } from "../months";
import { dateFormat, LOCALE, lazy, visitorDates } from "./locale";

/** A point in time: ISO 8601 text of the server, milliseconds since 1970, or a date. */
type Instant = string | number | Date;

/** A formatter of instants that returns text which is no date unchanged. */
export function instantFormat(options: Intl.DateTimeFormatOptions): (instant: Instant) => string {
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

/** A sentence of the server with its times, "2026-11-26 18:30 UTC", as moments of the reader. */
export const withMoments = (text: string): string =>
  text.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d)(?: UTC)?/g, (_, day, time) =>
    formatMoment(`${day}T${time}Z`),
  );

/** A time of day: "1:05 PM". */
export const formatTime = instantFormat({ timeStyle: "short" });

// Days ("2026-11-21") and months ("2026-11") of the site, which are the same for every reader.

/** "November 21, 2026" */
export const formatSiteDay = siteFormat({ month: "long", day: "numeric", year: "numeric" });

/** "November 2026" */
export const formatMonth: (month: Month) => string = siteFormat({ month: "long", year: "numeric" });

const daysFormat = lazy(() => visitorDates({ dateStyle: "medium", timeZone: "UTC" }));

/** From one day to another: "Nov 23 – 29, 2026" */
export const formatDays = (first: string, last: string): string =>
  daysFormat().formatRange(new Date(first), new Date(last));

/** Takes days and months alike: both are read as the beginning of their first day in UTC. */
export function siteFormat(options: Intl.DateTimeFormatOptions): (day: string) => string {
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
