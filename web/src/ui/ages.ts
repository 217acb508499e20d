const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "just now", "4 minutes ago", "2 hours ago", "3 days ago" */
export function agoText(at: string, now: number): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return "at an unknown time";
  return age < MINUTE_MS ? "just now" : `${spanText(age)} ago`;
}

/** "in 6 minutes"; "any moment" when the time has come. */
export function untilText(at: string, now: number): string {
  const wait = Date.parse(at) - now;
  if (Number.isNaN(wait) || wait <= 0) return "any moment";
  // Rounded up: a minute that has begun is still to be waited for.
  return `in ${spanText(Math.ceil(wait / MINUTE_MS) * MINUTE_MS)}`;
}

function spanText(ms: number): string {
  if (ms < HOUR_MS) return counted(Math.floor(ms / MINUTE_MS), "minute");
  if (ms < DAY_MS) return counted(Math.floor(ms / HOUR_MS), "hour");
  return counted(Math.floor(ms / DAY_MS), "day");
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
