import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { neverAnswer } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";

const STATES = "GET /api/auth/admin/game-maintenance-status";
const SWITCH = "POST /api/auth/admin/game-maintenance";
const SWITCH_ALL = "POST /api/auth/admin/game-maintenance-all";
const BETS = "GET /api/auth/admin/live-bets";

const allOnline = {
  dice: false,
  mines: false,
  blackjack: false,
  keno: false,
  limbo: false,
  roulette: false,
  slot: false,
  plinko: false,
};
/** What each game says of itself. */
const asked = (pausedUntil: Record<string, string> = {}): Answers =>
  Object.fromEntries(
    Object.keys(allOnline).map((id) => [
      `GET /api/auth/game-maintenance-status/${id}`,
      () => jsonAnswer({ success: true, disabled: false, pausedUntil: pausedUntil[id] ?? null }),
    ]),
  );
const done = () => jsonAnswer({ success: true, message: "Done" });

/** Nothing is read again by itself. */
const stopPolls = () => vi.useFakeTimers({ toFake: ["setInterval"] });

/** The server's switches, which the calls turn. */
let states: Record<string, boolean> = allOnline;
const house: Answers = {
  ...asked(),
  [STATES]: () => jsonAnswer({ success: true, gameStates: states }),
  [SWITCH]: async (request) => {
    const order: { gameId: string; disabled: boolean } = await request.json();
    states = { ...states, [order.gameId]: order.disabled };
    return done();
  },
  [SWITCH_ALL]: async (request) => {
    const { disabled }: { disabled: boolean } = await request.json();
    states = Object.fromEntries(Object.keys(states).map((id) => [id, disabled]));
    return done();
  },
};

beforeEach(() => {
  states = allOnline;
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
  vi.useRealTimers();
});

const card = async (name: string) => {
  const heading = await screen.findByRole("heading", { name });
  const item = heading.closest("li");
  if (item === null) throw new Error(`${name} is not in the list.`);
  return within(item);
};

async function answer(question: string, button: string): Promise<void> {
  const dialog = within(await screen.findByRole("dialog", { name: question }));
  await userEvent.click(dialog.getByRole("button", { name: button }));
}

describe("the switches of the games", () => {
  it("turn one game off and on, after a question", async () => {
    const panel = openAsAdmin("/admin/game-maintenance", house);
    expect(await screen.findByText("All 8 games are online.")).toBeVisible();
    await userEvent.click((await card("Dice")).getByRole("button", { name: "Disable Dice" }));
    expect(panel.sent(SWITCH)).toEqual([]);
    await answer("Disable Dice?", "Disable Dice");
    expect(await (await card("Dice")).findByText("OFFLINE")).toBeVisible();
    expect((await card("Mines")).getByText("ONLINE")).toBeVisible();
    expect(screen.getByText("1 of 8 games is offline.")).toBeVisible();

    await userEvent.click((await card("Dice")).getByRole("button", { name: "Enable Dice" }));
    await answer("Enable Dice?", "Enable Dice");
    expect(await (await card("Dice")).findByText("ONLINE")).toBeVisible();
    expect(panel.sent(SWITCH)).toEqual([
      { gameId: "dice", disabled: true },
      { gameId: "dice", disabled: false },
    ]);
  });

  it("turn all games at once", async () => {
    const panel = openAsAdmin("/admin/game-maintenance", house);
    expect(await screen.findByRole("button", { name: "Enable all games" })).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: "Disable all games" }));
    await answer("Disable all games?", "Disable all games");
    expect(await screen.findByText("8 of 8 games are offline.")).toBeVisible();
    expect(screen.getAllByText("OFFLINE")).toHaveLength(8);
    expect(panel.sent(SWITCH_ALL)).toEqual([{ disabled: true }]);
  });

  it("follow what is pushed", async () => {
    // Only the first call is answered: what is seen after it came by push.
    let isFirst = true;
    openAsAdmin("/admin/game-maintenance", {
      [STATES]: (request) => {
        if (!isFirst) return neverAnswer(request);
        isFirst = false;
        return jsonAnswer({ success: true, gameStates: allOnline });
      },
    });
    await card("Keno");
    act(() => deliver("gameMaintenanceChanged", { gameId: "keno", disabled: true }));
    expect(await (await card("Keno")).findByText("OFFLINE")).toBeVisible();
    act(() =>
      deliver("allGamesMaintenanceChanged", {
        gameStates: { ...allOnline, slot: true, dice: true },
      }),
    );
    expect(await (await card("Downunder Dawgs")).findByText("OFFLINE")).toBeVisible();
    expect((await card("Keno")).getByText("ONLINE")).toBeVisible();
  });

  it("say which games their prize budget keeps closed, as it happens", async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const paused: Record<string, string> = { mines: until };
    openAsAdmin("/admin/game-maintenance", { ...house, ...asked(paused) });
    expect(await (await card("Mines")).findByText(/^Paused until /)).toBeVisible();
    expect(screen.getByText(/^All 8 games are online. 1 is paused/)).toBeVisible();
    paused.dice = until;
    act(() => deliver("gamePaused", { gameId: "dice", until }));
    expect(await (await card("Dice")).findByText(/^Paused until /)).toBeVisible();
    expect(await screen.findByText(/^Dice is paused until /)).toBeVisible();
    delete paused.dice;
    act(() => deliver("gamePaused", { gameId: "dice", until: null }));
    await waitFor(async () =>
      expect((await card("Dice")).queryByText(/^Paused until /)).toBeNull(),
    );
  });

  it("say that the pauses could not be read", async () => {
    openAsAdmin("/admin/game-maintenance", {
      [STATES]: () => jsonAnswer({ success: true, gameStates: allOnline }),
    });
    expect(await screen.findByText(/^Which games are paused could not be read/)).toBeVisible();
  });

  it("say why a game could not be turned, and stay as they are", async () => {
    openAsAdmin("/admin/game-maintenance", {
      ...house,
      [SWITCH]: () => refusal(400, "There is no such game"),
    });
    await userEvent.click((await card("Limbo")).getByRole("button", { name: "Disable Limbo" }));
    await answer("Disable Limbo?", "Disable Limbo");
    expect(await screen.findByRole("alert")).toHaveTextContent("There is no such game");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect((await card("Limbo")).getByText("ONLINE")).toBeVisible();
  });

  it("stay in sight when they could not be read again, and it is said", async () => {
    stopPolls();
    let isDown = false;
    openAsAdmin("/admin/game-maintenance", {
      ...house,
      [STATES]: () =>
        isDown ? refusal(403, "Not now") : jsonAnswer({ success: true, gameStates: allOnline }),
    });
    await card("Dice");
    isDown = true;
    await act(() => queryClient.invalidateQueries({ queryKey: ["admin", "games"] }));
    expect(await screen.findByText("The states may be out of date. Not now")).toBeVisible();
    expect((await card("Dice")).getByText("ONLINE")).toBeVisible();
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.queryByText(/may be out of date/)).toBeNull());
  });

  it("offer another try when they could not be read", async () => {
    stopPolls();
    let isDown = true;
    openAsAdmin("/admin/game-maintenance", {
      [STATES]: () =>
        isDown ? refusal(403, "Not now") : jsonAnswer({ success: true, gameStates: allOnline }),
    });
    expect(await screen.findByText("The states could not be loaded")).toBeVisible();
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("All 8 games are online.")).toBeVisible();
  });
});

const bet = (id: string, timestamp: string, more: object = {}) => ({
  id,
  playerName: `player-${id}`,
  game: "dice",
  betAmount: 10,
  betType: "under 50",
  result: "win",
  winAmount: 19,
  timestamp,
  test: false,
  ...more,
});

describe("the live bets", () => {
  it("are the latest twenty, newest first, and all that are kept at a press", async () => {
    const bets = Array.from({ length: 24 }, (_, index) =>
      bet(`${index}`, new Date(Date.UTC(2026, 9, 5, 9, index)).toISOString()),
    );
    openAsAdmin("/admin/game-maintenance", {
      ...house,
      [BETS]: ({ url }) => {
        expect(new URL(url).searchParams.get("limit")).toBe("100");
        return jsonAnswer({ success: true, bets });
      },
    });
    await userEvent.click(await screen.findByRole("tab", { name: "Live Bets" }));
    const table = within(await screen.findByRole("table", { name: /^The latest bets/ }));
    const players = table
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("cell")[1]?.textContent);
    expect(players).toEqual(Array.from({ length: 20 }, (_, index) => `player-${23 - index}`));
    await userEvent.click(screen.getByRole("button", { name: "Show all 24" }));
    expect(table.getAllByRole("row")).toHaveLength(25);
    await userEvent.click(screen.getByRole("button", { name: "Show the latest 20" }));
    expect(table.getAllByRole("row")).toHaveLength(21);
  });

  it("are read again with a push, and tell test rows from bets", async () => {
    stopPolls();
    let bets = [bet("1", "2026-10-05T09:00:00Z")];
    openAsAdmin("/admin/game-maintenance?tab=bets", {
      [BETS]: () => jsonAnswer({ success: true, bets }),
    });
    expect(await screen.findByRole("cell", { name: "player-1" })).toBeVisible();
    bets = [bet("2", "2026-10-05T09:00:01Z", { test: true }), ...bets];
    act(() => deliver("liveBet", { id: "2" }));
    expect(await screen.findByRole("cell", { name: "player-2 Test" })).toBeVisible();
    expect(screen.getByRole("cell", { name: "player-1" })).toBeVisible();
  });

  it("say what was bet and what came of it", async () => {
    const timestamp = "2026-10-05T09:00:00Z";
    const bets = [
      bet("1", timestamp, { game: "slot", betAmount: 100, result: "loss", winAmount: 0 }),
    ];
    openAsAdmin("/admin/game-maintenance?tab=bets", {
      [BETS]: () => jsonAnswer({ success: true, bets }),
    });
    const row = (await screen.findByRole("cell", { name: "player-1" })).closest("tr");
    expect(row).toHaveTextContent(/player-1Downunder Dawgsunder 501000Loss$/);
    // It is scrolled sideways, by keyboard too.
    const feed = screen.getByRole("region", { name: "Live bets" });
    feed.focus();
    expect(feed).toHaveFocus();
  });

  it("may be none yet", async () => {
    openAsAdmin("/admin/game-maintenance?tab=bets");
    expect(await screen.findByText("No bets yet")).toBeVisible();
  });

  it("offer another try when they could not be read", async () => {
    stopPolls();
    let isDown = true;
    openAsAdmin("/admin/game-maintenance?tab=bets", {
      [BETS]: () => (isDown ? refusal(403, "Not now") : jsonAnswer({ success: true, bets: [] })),
    });
    expect(await screen.findByText("The bets could not be loaded")).toBeVisible();
    expect(screen.getByText("Not now")).toBeVisible();
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("No bets yet")).toBeVisible();
  });
});
