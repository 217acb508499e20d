import { expect, it } from "vitest";
import { remainingText } from "./remaining";

const minute = 60_000;

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
])("%d minutes are told as %s", (minutes, text) => {
  expect(remainingText(minutes * minute)).toBe(text);
});
