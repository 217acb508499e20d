import { expect, it } from "vitest";
import { whenText } from "./text";

it.each([
  ["0 * * * * *", "Every minute"],
  ["30 */10 * * * *", "Every 10 minutes"],
  ["0 5 * * * *", "Every hour at :05"],
  ["0 30 4 * * *", "Daily at 04:30"],
  ["0 0 4 * * Mon", "0 0 4 * * Mon"],
  ["*/5 * * * * *", "Every 5 seconds"],
  ["0 1-5 * * * *", "0 1-5 * * * *"],
])("says of %s: %s", (schedule, text) => {
  expect(whenText({ schedule, atLeastEvery: null })).toBe(text);
});

it.each([
  [null, "On demand"],
  [60, "On demand, at least every minute"],
  [10, "On demand, at least every 10 s"],
])("says of a job that waits for work and looks every %s: %s", (atLeastEvery, text) => {
  expect(whenText({ schedule: null, atLeastEvery })).toBe(text);
});
