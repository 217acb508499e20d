/**
 * Days as the server names them, "2026-11-21". They have no time and no zone: which day it is, the
 * server says, and all sums are done in UTC, where every day has 24 hours.
 */
export type Day = string;

/** A month of the calendar, "2026-11". */
export type Month = string;

const DAY_MS = 86_400_000;
/** Six weeks hold every month, whichever day it begins on. */
const GRID_DAYS = 42;

export function addDays(day: Day, count: number): Day {
  return isoDay(startOf(day) + count * DAY_MS);
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

/** The 42 days on show for a month: from the Sunday on or before its first day. */
export function monthGrid(month: Month): readonly Day[] {
  const first = `${month}-01`;
  const sunday = addDays(first, -new Date(startOf(first)).getUTCDay());
  return Array.from({ length: GRID_DAYS }, (_, index) => addDays(sunday, index));
}

function startOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function isoDay(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 10);
}
