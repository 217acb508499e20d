import type { JobHealth } from "./queries";

const units = ["B", "KB", "MB", "GB", "TB"] as const;

/** "0 B", "412 KB", "1.4 GB" */
export function bytesText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toFixed(digits)} ${units[unit]}`;
}

const whole = /^\d{1,2}$/;

/** When a job runs: by the clock, or when there is something to do. */
export function whenText({ schedule, atLeastEvery }: Pick<JobHealth, "schedule" | "atLeastEvery">) {
  if (schedule !== null) return scheduleText(schedule);
  if (atLeastEvery === null) return "On demand";
  const every = atLeastEvery === 60 ? "minute" : `${atLeastEvery} s`;
  return `On demand, at least every ${every}`;
}

/**
 * When a job runs, in words where the schedule is a plain one: seconds, minutes, hours, days, months
 * and weekdays, as the server keeps them. Any other goes as it is.
 */
function scheduleText(schedule: string): string {
  const [seconds = "", minutes = "", hours = "", ...days] = schedule.split(/\s+/);
  if (!whole.test(seconds) || days.length !== 3 || days.some((day) => day !== "*")) return schedule;
  if (hours === "*") {
    if (minutes === "*") return "Every minute";
    const every = /^(?:\*|0)\/(\d{1,2})$/.exec(minutes);
    if (every !== null) return `Every ${every[1]} minutes`;
    return whole.test(minutes) ? `Every hour at :${minutes.padStart(2, "0")}` : schedule;
  }
  if (!whole.test(minutes) || !whole.test(hours)) return schedule;
  return `Daily at ${hours.padStart(2, "0")}:${minutes.padStart(2, "0")}`;
}
