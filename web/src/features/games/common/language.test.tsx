import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setBrowserLanguage } from "@/testing/browser-language";
import { stubFetch } from "@/testing/pending-work";

// Times without a zone are the reader's own, whatever zone the test runs in.
beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-24T10:00:00"), toFake: ["Date"] });
  setBrowserLanguage("de-DE");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ["2026-11-24T13:05:00", /^Paused until 13:05: /],
  ["2026-11-25T13:05:00", /^Paused until 25\.11\.2026, 13:05: /],
])("a game paused until %s says so with a German time in a German browser", async (until, text) => {
  const { GameOverlay } = await import("./GameOverlay");
  const availability = { state: "paused", until: new Date(until) } as const;
  render(<GameOverlay name="Dice" availability={availability} />);
  expect(screen.getByText(text)).toBeVisible();
});

it("a time-out says its end as a German date in a German browser", async () => {
  const { LimitsRow } = await import("./limits/LimitsRow");
  const { jsonAnswer, renderPage } = await import("@/test-page");
  const none = { limit: null, usedToday: 0, pending: null };
  stubFetch(async () =>
    jsonAnswer({
      success: true,
      dailyStake: none,
      dailyLoss: none,
      timeOutUntil: "2026-12-01T09:30:00",
      nextReset: "2026-11-25T00:00:00Z",
    }),
  );
  renderPage(<LimitsRow />);
  expect(await screen.findByText(/^Time-out until 01\.12\.2026, 09:30$/)).toBeVisible();
});
