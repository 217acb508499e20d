import { describe, expect, it } from "vitest";
import { hasLimits, type PlayLimits, readLimits } from "./limits";

const none: PlayLimits = {
  success: true,
  dailyStake: { limit: null, usedToday: 0, pending: null },
  dailyLoss: { limit: 50, usedToday: 10, pending: null },
  timeOutUntil: null,
  nextReset: "2026-03-10T13:00:00.000Z",
};
const typed = { dailyStake: "", dailyLoss: "50", timeOutDays: "" };

describe("typed limits", () => {
  it("send what changes, and nothing else", () => {
    expect(readLimits(typed, none).change).toEqual({});
    expect(readLimits({ ...typed, dailyStake: "100" }, none).change).toEqual({ dailyStake: 100 });
    expect(readLimits({ ...typed, dailyLoss: " " }, none).change).toEqual({ dailyLoss: null });
    expect(readLimits({ ...typed, timeOutDays: "7" }, none).change).toEqual({ timeOutDays: 7 });
  });

  it.each([
    [{ dailyStake: "0" }, "dailyStake"],
    [{ dailyStake: "1.5" }, "dailyStake"],
    [{ dailyLoss: "-1" }, "dailyLoss"],
    [{ dailyLoss: "2000000000" }, "dailyLoss"],
    [{ timeOutDays: "31" }, "timeOutDays"],
    [{ timeOutDays: "x" }, "timeOutDays"],
  ])("%j is refused beside its field", (part, name) => {
    const reading = readLimits({ ...typed, ...part }, none);
    expect(reading.change).toBeNull();
    expect(Object.keys(reading.problems ?? {})).toEqual([name]);
  });
});

it("knows whether anything was set", () => {
  expect(hasLimits(none)).toBe(true);
  const nothing = { ...none, dailyLoss: { limit: null, usedToday: 0, pending: null } };
  expect(hasLimits(nothing)).toBe(false);
  expect(hasLimits({ ...nothing, timeOutUntil: "2026-03-17T01:00:00.000Z" })).toBe(true);
});
