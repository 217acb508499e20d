import { expect, it } from "vitest";
import { bytesText, whenText } from "./text";

it.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1.0 KB"],
  [422_000, "412 KB"],
  [1_503_238_554, "1.4 GB"],
  [5e16, "45475 TB"],
])("writes %i bytes as %s", (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

it.each([
  ["0 * * * * *", "Every minute"],
  ["30 */10 * * * *", "Every 10 minutes"],
  ["0 5 * * * *", "Every hour at :05"],
  ["0 30 4 * * *", "Daily at 04:30"],
  ["0 0 4 * * Mon", "0 0 4 * * Mon"],
  ["*/5 * * * * *", "*/5 * * * * *"],
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
