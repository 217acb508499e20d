import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer, renderPage } from "@/test-page";
import { later } from "@/testing/later";
import { stubFetch } from "@/testing/pending-work";
import { noteServerDate } from "@/wire/server-clock";
import { deliver } from "@/wire/socket";
import { POLL_MS, useAvailability } from "./availability";
import { GameOverlay } from "./GameOverlay";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const status = (disabled: boolean, pausedUntil: string | null = null) =>
  jsonAnswer({ success: true, disabled, pausedUntil });

function Game() {
  const availability = useAvailability("dice");
  return (
    <>
      <p>state: {availability.state}</p>
      <GameOverlay name="Dice" availability={availability} />
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2025-11-21T10:00:00Z") });
  fetched.mockReset().mockImplementation(async () => status(false));
  stubFetch(fetched);
});

afterEach(() => {
  vi.useRealTimers();
});

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

describe("the state of a game", () => {
  it("follows pushes for this game and for all games", async () => {
    renderPage(<Game />);
    await settle();
    act(() => deliver("gameMaintenanceChanged", { gameId: "mines", disabled: true }));
    await settle();
    expect(screen.getByText("state: open")).toBeVisible();
    act(() => deliver("gameMaintenanceChanged", { gameId: "dice", disabled: true }));
    await settle();
    expect(screen.getByRole("heading", { name: "Dice Under Maintenance" })).toBeVisible();
    expect(
      screen.getByText("The Dice game is currently being updated. Please check back soon!"),
    ).toBeVisible();
    act(() => deliver("allGamesMaintenanceChanged", { gameStates: { dice: false } }));
    await settle();
    expect(screen.getByText("state: open")).toBeVisible();
  });

  it("counts pauses by the server's clock", async () => {
    noteServerDate("Fri, 21 Nov 2025 12:30:00 GMT");
    renderPage(<Game />);
    await settle();
    act(() => deliver("gamePaused", { gameId: "dice", until: "2025-11-21T12:00:00Z" }));
    await settle();
    expect(screen.getByText("state: open")).toBeVisible();
    noteServerDate(new Date().toUTCString());
  });

  it("is paused by a push, and only this game", async () => {
    renderPage(<Game />);
    await settle();
    act(() => deliver("gamePaused", { gameId: "mines", until: "2025-11-21T13:00:00Z" }));
    await settle();
    expect(screen.getByText("state: open")).toBeVisible();
    act(() => deliver("gamePaused", { gameId: "dice", until: "2025-11-21T13:00:00Z" }));
    await settle();
    expect(screen.getByRole("heading", { name: "Dice is paused" })).toBeVisible();
    // An admin has opened it again.
    act(() => deliver("gamePaused", { gameId: "dice", until: null }));
    await settle();
    expect(screen.getByText("state: open")).toBeVisible();
  });

  it("stays disabled when a pause is pushed during the first read", async () => {
    const { promise, resolve } = later<Response>();
    fetched.mockReturnValueOnce(promise).mockImplementation(async () => status(true));
    renderPage(<Game />);
    await settle();
    act(() => deliver("gamePaused", { gameId: "dice", until: null }));
    await settle();
    resolve(status(true));
    await settle();
    expect(screen.getByText("state: maintenance")).toBeVisible();
  });

  it("is asked for every two seconds while nothing can be pushed", async () => {
    renderPage(<Game />);
    await settle();
    const before = fetched.mock.calls.length;
    fetched.mockImplementation(async () => status(true));
    await settle(POLL_MS + 10);
    expect(fetched.mock.calls.length).toBeGreaterThan(before);
    await settle();
    expect(screen.getByText("state: maintenance")).toBeVisible();
  });

  it("reopens by itself when a pause is over", async () => {
    fetched.mockImplementation(async () => status(false, "2025-11-21T10:00:30Z"));
    renderPage(<Game />);
    await settle();
    expect(screen.getByRole("heading", { name: "Dice is paused" })).toBeVisible();
    expect(screen.getByText(/^Paused until .+: today's prize budget is used up$/)).toBeVisible();
    fetched.mockImplementation(async () => status(false));
    await settle(31_000);
    expect(screen.getByText("state: open")).toBeVisible();
  });
});
