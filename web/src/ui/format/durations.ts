import * as texts from "../texts/en";
import { formatCount } from "./words";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The age of an ISO 8601 instant at `now`: "just now", "4 minutes ago", "2 hours ago", "3 days ago". */
export function formatAge(at: string, now: number): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return "at an unknown time";
  return age < MINUTE_MS ? "just now" : texts.ago(inLargestUnit(age));
}

/** The wait from `now` for an ISO 8601 instant: "in 6 minutes"; "any moment" when it is over. */
export function formatUntil(at: string, now: number): string {
  const wait = Date.parse(at) - now;
  if (Number.isNaN(wait) || wait <= 0) return "any moment";
  // Rounded up: a minute that has begun is still to be waited for.
  return `in ${inLargestUnit(Math.ceil(wait / MINUTE_MS) * MINUTE_MS)}`;
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
  return days > 0
    ? joinUnits({ day: days, hour: hours }, " ")
    : joinUnits({ hour: hours, minute: minutes }, " ");
}

/** The hours and minutes left: "5 hours and 12 minutes", "less than a minute". */
export function formatHours({ hours, minutes }: { hours: number; minutes: number }): string {
  return joinUnits({ hour: hours, minute: minutes }, " and ");
}

function joinUnits(units: Readonly<Record<string, number>>, joint: string): string {
  const parts = Object.entries(units).filter(([, count]) => count > 0);
  if (parts.length === 0) return "less than a minute";
  return parts.map(([unit, count]) => formatCount(count, unit)).join(joint);
}

/** A countdown of whole seconds, in minutes: "0:42", "12:05". */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
