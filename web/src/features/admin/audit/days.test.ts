import { expect, it } from "vitest";
import { byDay } from "./days";

const at = (day: number, hour: number) => ({ at: new Date(2026, 10, day, hour).toISOString() });
const headings = (days: readonly { heading: string; items: readonly unknown[] }[]) =>
  days.map(({ heading, items }) => [heading, items.length]);

it("parts a list into days, from whichever end it is sorted", () => {
  const now = new Date(2026, 10, 20, 12).getTime();
  const items = [at(20, 11), at(20, 0), at(19, 23), at(17, 5), at(17, 4)];
  expect(headings(byDay(items, now))).toEqual([
    ["Today", 2],
    ["Yesterday", 1],
    ["Tue, Nov 17, 2026", 2],
  ]);
  expect(headings(byDay(items.toReversed(), now)).map(([heading]) => heading)).toEqual([
    "Tue, Nov 17, 2026",
    "Yesterday",
    "Today",
  ]);
  expect(byDay([], now)).toEqual([]);
});
