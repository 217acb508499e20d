import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answer, api } from "./http";
import { noteServerDate, serverNow } from "./server-clock";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 9, 4, 3, 0, 0) });
});

afterEach(() => {
  noteServerDate(new Date(Date.now()).toUTCString());
  vi.useRealTimers();
});

it("follows the clock of the server's answers, however wrong this one is", async () => {
  vi.stubGlobal(
    "fetch",
    async () => new Response("{}", { headers: { Date: "Sun, 04 Oct 2026 01:30:00 GMT" } }),
  );
  await answer(api.GET("/api/site"));
  expect(serverNow()).toBe(Date.UTC(2026, 9, 4, 1, 30, 0) + 500);
  vi.advanceTimersByTime(60_000);
  expect(serverNow()).toBe(Date.UTC(2026, 9, 4, 1, 31, 0) + 500);
});

it("keeps what it knows when an answer does not say", () => {
  noteServerDate("Sun, 04 Oct 2026 01:30:00 GMT");
  noteServerDate(null);
  noteServerDate("soon");
  expect(serverNow()).toBe(Date.UTC(2026, 9, 4, 1, 30, 0) + 500);
});
