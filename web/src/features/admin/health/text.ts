import type { JobHealth } from "./queries";
import * as texts from "./texts/en";

const whole = /^\d{1,2}$/;

/** When a job runs: by the clock, or when there is something to do. */
export function whenText({ schedule, atLeastEvery }: Pick<JobHealth, "schedule" | "atLeastEvery">) {
  if (schedule !== null) return scheduleText(schedule);
  if (atLeastEvery === null) return texts.onDemand;
  const every = atLeastEvery === 60 ? "minute" : `${atLeastEvery} s`;
  return texts.demandLeastEvery(every);
}

/**
 * When a job runs, in words where the schedule is a plain one: seconds, minutes, hours, days, months
 * and weekdays, as the server keeps them. Any other goes as it is.
 */
function scheduleText(schedule: string): string {
  const [seconds = "", minutes = "", hours = "", ...days] = schedule.split(/\s+/);
  const everySeconds = /^\*\/(\d{1,2}) \* \* \* \* \*$/.exec(schedule);
  if (everySeconds !== null) return texts.everySeconds(everySeconds[1] ?? "");
  if (!whole.test(seconds) || days.length !== 3 || days.some((day) => day !== "*")) return schedule;
  if (hours === "*") {
    if (minutes === "*") return texts.everyMinute;
    const every = /^(?:\*|0)\/(\d{1,2})$/.exec(minutes);
    if (every !== null) return texts.everyMinutes(every[1] ?? "");
    return whole.test(minutes) ? texts.everyHour(minutes.padStart(2, "0")) : schedule;
  }
  if (!whole.test(minutes) || !whole.test(hours)) return schedule;
  return texts.daily(hours.padStart(2, "0"), minutes.padStart(2, "0"));
}
