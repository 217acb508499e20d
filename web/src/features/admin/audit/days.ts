import { instantFormat } from "@/ui/format/dates";
import * as texts from "./texts/en";

/** "Sat, Nov 21, 2026" */
const formatWeekday = instantFormat({
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
});

export type Day<Item> = { heading: string; items: readonly Item[] };

/** Parts a list that is sorted by time into the reader's days. */
export function byDay<Item extends { at: string }>(
  items: readonly Item[],
  now: number,
): readonly Day<Item>[] {
  const [today, yesterday] = [dayOf(now), dayBefore(now)];
  const days: { day: string; heading: string; items: Item[] }[] = [];
  for (const item of items) {
    const day = dayOf(item.at);
    const last = days.at(-1);
    if (last?.day === day) {
      last.items.push(item);
      continue;
    }
    const heading =
      day === today ? texts.today : day === yesterday ? texts.yesterday : formatWeekday(item.at);
    days.push({ day, heading, items: [item] });
  }
  return days;
}

const dayOf = (at: string | number) => new Date(at).toDateString();

/** Not a fixed time before: a day may have 23 or 25 hours. */
function dayBefore(now: number): string {
  const day = new Date(now);
  day.setDate(day.getDate() - 1);
  return day.toDateString();
}
