import { expect, it } from "vitest";
import {
  formatDay,
  formatMoment,
  formatMonth,
  formatMonthOf,
  formatSiteDay,
  formatTime,
  monthAt,
} from "./dates";
import {
  formatClock,
  formatDayClock,
  formatExactMoment,
  formatShortSiteDay,
  formatSiteWeekday,
} from "./detail";

// Without a zone it is the reader's own time, whatever zone the test runs in.
const at = "2026-11-01T13:05:09";

it.each([
  [formatDay, /^Nov 1, 2026$/],
  [formatMonthOf, /^November 2026$/],
  [formatMoment, /^Nov 1, 2026, 1:05\sPM$/],
  [formatExactMoment, /^Nov 1, 2026, 1:05:09\sPM$/],
  [formatTime, /^1:05\sPM$/],
  [formatClock, /^13:05:09$/],
  [formatDayClock, /^Nov 1, 13:05:09$/],
])("writes an instant in the reader's zone, %#", (format, text) => {
  expect(format(at)).toMatch(text);
  expect(format(new Date(at))).toMatch(text);
  expect(format(Date.parse(at))).toMatch(text);
});

it("begins a day of 24 hours at 00", () => {
  expect(formatClock("2026-11-01T00:05:09")).toBe("00:05:09");
});

it("writes days and months of the site", () => {
  expect(formatSiteDay("2026-11-01")).toBe("November 1, 2026");
  expect(formatShortSiteDay("2026-11-01")).toBe("Nov 1");
  expect(formatSiteWeekday("2026-11-01")).toBe("Sun, Nov 1, 2026");
  expect(formatMonth("2026-11")).toBe("November 2026");
});

it("returns text that is no time unchanged", () => {
  expect(formatMoment("last night")).toBe("last night");
});

it("has the month of a zone", () => {
  const now = Date.parse("2026-11-30T20:00:00Z");
  expect(monthAt(now, "America/New_York")).toBe("2026-11");
  expect(monthAt(now, "Australia/Sydney")).toBe("2026-12");
});
