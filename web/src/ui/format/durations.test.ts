import { describe, expect, it } from "vitest";
import { formatAge, formatCountdown, formatHours, formatTimeLeft, formatUntil } from "./durations";

const MINUTE_MS = 60_000;
const now = Date.parse("2026-11-24T12:00:00Z");
const fromNow = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString();

describe("an age", () => {
  it.each([
    [-2, "just now"],
    [0.9, "just now"],
    [1, "1 minute ago"],
    [59.9, "59 minutes ago"],
    [60, "1 hour ago"],
    [24 * 60 - 1, "23 hours ago"],
    [24 * 60, "1 day ago"],
    [2_000 * 24 * 60, "2,000 days ago"],
  ])("of %d minutes", (minutes, text) => {
    expect(formatAge(fromNow(-minutes), now)).toBe(text);
  });

  it("of no time is unknown", () => {
    expect(formatAge("last night", now)).toBe("at an unknown time");
  });
});

it.each([
  [-1, "any moment"],
  [0, "any moment"],
  [0.1, "in 1 minute"],
  [1.1, "in 2 minutes"],
  [59.5, "in 1 hour"],
  [3 * 24 * 60, "in 3 days"],
])("what comes in %d minutes", (minutes, text) => {
  expect(formatUntil(fromNow(minutes), now)).toBe(text);
});

it.each([
  [2 * 24 * 60 + 5 * 60 + 30, "2 days 5 hours"],
  [24 * 60 + 59, "1 day"],
  [25 * 60, "1 day 1 hour"],
  [24 * 60 - 1, "23 hours 59 minutes"],
  [5 * 60, "5 hours"],
  [61, "1 hour 1 minute"],
  [12, "12 minutes"],
  [1, "1 minute"],
  [0.9, "less than a minute"],
  [-3, "less than a minute"],
])("%d minutes left", (minutes, text) => {
  expect(formatTimeLeft(minutes * MINUTE_MS)).toBe(text);
});

it.each([
  [{ hours: 24, minutes: 29 }, "24 hours and 29 minutes"],
  [{ hours: 5, minutes: 1 }, "5 hours and 1 minute"],
  [{ hours: 1, minutes: 0 }, "1 hour"],
  [{ hours: 0, minutes: 12 }, "12 minutes"],
  [{ hours: 0, minutes: 0 }, "less than a minute"],
])("%j left", (left, text) => {
  expect(formatHours(left)).toBe(text);
});

it("counts down in minutes and seconds", () => {
  expect([0, 42, 725].map(formatCountdown)).toEqual(["0:00", "0:42", "12:05"]);
});
