import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nextReadIn } from "@/wire/remaining";
import { noteServerDate } from "@/wire/server-clock";
import { timeLeft, useTimeLeft } from "./countdown";

const zone = process.env.TZ;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  noteServerDate(new Date(Date.now()).toUTCString());
  vi.useRealTimers();
  process.env.TZ = zone;
});

/** The browser's clock and what the server says at that moment. */
function clocks(browser: string, server: string): void {
  vi.setSystemTime(new Date(browser));
  noteServerDate(new Date(server).toUTCString());
}

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

describe("the time that is left", () => {
  it.each([
    [0, { hours: 0, minutes: 0 }],
    [59_999, { hours: 0, minutes: 0 }],
    [60_000, { hours: 0, minutes: 1 }],
    [25 * 3_600_000, { hours: 25, minutes: 0 }],
    [-5_000, { hours: 0, minutes: 0 }],
  ])("of %i ms", (ms, left) => {
    expect(timeLeft(ms, 0)).toEqual(left);
  });
});

describe.each(["Australia/Sydney", "America/New_York", "Pacific/Kiritimati"])(
  "in a browser in %s",
  (name) => {
    // Sydney's days of 23 and of 25 hours, half an hour and half a second after they began.
    it.each([
      ["2026-10-03T14:30:00Z", "2026-10-04T13:00:00.000Z", { hours: 22, minutes: 29 }],
      ["2026-04-04T13:30:00Z", "2026-04-05T14:00:00.000Z", { hours: 24, minutes: 29 }],
    ])("at %s a day of the site ends at %s", (now, reset, left) => {
      process.env.TZ = name;
      clocks(now, now);
      const { result } = renderHook(() => useTimeLeft(reset));
      expect(result.current).toEqual(left);
    });
  },
);

it("counts by the server's clock when the browser's is wrong by hours", () => {
  clocks("2026-11-22T08:00:00Z", "2026-11-22T05:00:00Z");
  const { result } = renderHook(() => useTimeLeft("2026-11-22T13:00:30.000Z"));
  expect(result.current).toEqual({ hours: 8, minutes: 0 });
});

it("follows every minute", () => {
  clocks("2026-11-22T05:00:00Z", "2026-11-22T05:00:00Z");
  const { result } = renderHook(() => useTimeLeft("2026-11-22T06:01:30.000Z"));
  expect(result.current).toEqual({ hours: 1, minutes: 1 });
  pass(60_000);
  expect(result.current).toEqual({ hours: 1, minutes: 0 });
  pass(60_000);
  expect(result.current).toEqual({ hours: 0, minutes: 59 });
});

it("reads again just after the day has ended, and soon when it came too early", () => {
  clocks("2026-11-22T12:00:00Z", "2026-11-22T12:59:00Z");
  const left = nextReadIn(Date.parse("2026-11-22T13:00:00.000Z"));
  expect(left).toBeGreaterThan(59_500);
  expect(left).toBeLessThan(64_000);
  expect(nextReadIn(Date.parse("2026-11-22T12:58:00.000Z"))).toBe(5_000);
});
