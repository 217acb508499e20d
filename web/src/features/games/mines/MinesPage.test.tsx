import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { closeWallet, openWallet } from "@/features/wallet/balance";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import type { Round } from "../common/queries";
import { hundredthsText } from "../common/tables/reading";
import { MinesPage } from "./MinesPage";
import { STATED_TABLE } from "./model";
import { minesMultiplier } from "./odds";
import { minesTable, planGems, setMinesText, useMinesTable } from "./table";

// Looking 30 buttons up by their names takes its time on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const layout = [3, 11, 19];
const fetched = vi.fn<(request: Request) => Promise<Response>>();
const server = { round: null as Round | null, points: 100, seq: 0, disabled: false };

const text = (gems: number) => hundredthsText(minesMultiplier(STATED_TABLE, 3, gems));

function roundOf(picks: number[], cashOut = false): Round {
  const last = picks.at(-1);
  const isLost = last !== undefined && layout.includes(last);
  const gems = picks.length - (isLost ? 1 : 0);
  const steps: object[] = picks.map((action, index) => ({
    action,
    status: "open",
    gems: Math.min(index + 1, gems),
    multiplier: text(Math.min(index + 1, gems)),
  }));
  const isOpen = !isLost && !cashOut;
  if (cashOut)
    steps.push({ action: "cashout", status: "cashed_out", gems, multiplier: text(gems) });
  const multiplier = isLost ? "0.00" : text(gems);
  const payout = cashOut ? Math.floor((10 * minesMultiplier(STATED_TABLE, 3, gems)) / 100) : 0;
  return {
    id: "r1",
    game: "mines",
    pairId: "p1",
    nonce: 0,
    createdAt: "2025-11-21T10:00:00Z",
    staked: 10,
    payout,
    result: isOpen ? null : payout > 10 ? "win" : "loss",
    rulesHash: "h",
    params: { bet: 10, mines: 3 },
    detail: isOpen
      ? {
          status: "open",
          steps,
          multiplier,
          next_multiplier: text(gems + 1),
          next_survival: ((22 - gems) / (25 - gems)).toFixed(6),
          at_cap: gems >= 13,
        }
      : { status: isLost ? "lost" : "cashed_out", steps, mines: layout, turned: null, multiplier },
  };
}

async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const picked = () => {
    const steps: unknown = server.round?.detail.steps;
    return Array.isArray(steps) ? steps.map((step: { action: number }) => step.action) : [];
  };
  if (pathname.endsWith("/rules")) return jsonAnswer({ success: true, rulesHash: "x", games: {} });
  if (pathname.endsWith("/state")) return jsonAnswer({ success: true, round: server.round });
  if (pathname.endsWith("/history")) return jsonAnswer({ success: true, history: [] });
  if (pathname.includes("maintenance-status"))
    return jsonAnswer({ success: true, disabled: server.disabled, pausedUntil: null });
  if (pathname.endsWith("/start")) {
    server.round = roundOf([]);
    server.points -= 10;
  } else if (pathname.endsWith("/reveal")) {
    const { tile }: { tile: number } = JSON.parse(await request.clone().text());
    server.round = roundOf([...picked(), tile]);
  } else if (pathname.endsWith("/cashout")) {
    server.round = roundOf(picked(), true);
    server.points += server.round.payout;
  } else return jsonAnswer({ success: false, error: "not_found", message: "Not found" }, 404);
  server.seq += 1;
  const { round, points: balance, seq } = server;
  return jsonAnswer({ success: true, round, balance, seq });
}

const tile = (row: number, column: number) =>
  screen.getByLabelText(new RegExp(`^Tile row ${row}, column ${column}`));
const button = (name: RegExp) => screen.findByRole("button", { name });
const calls = (path: string) =>
  fetched.mock.calls.filter(([request]) => new URL(request.url).pathname.endsWith(path));

async function openPage() {
  renderPage(<MinesPage />);
  await waitFor(() => expect(useMinesTable.getState().phase).toBe("idle"));
}

beforeEach(() => {
  Object.assign(server, { round: null, points: 100, seq: 0, disabled: false });
  closeWallet();
  openWallet("7", 100);
  act(() => {
    minesTable.leave();
    setMinesText("3");
    planGems(1);
  });
  fetched.mockReset().mockImplementation(serve);
  stubFetch(fetched);
  // Results are shown at once: what is tested is what they lead to.
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("reduce"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

describe("before a round", () => {
  it("states what the plan pays and returns, and what 24 mines returns", async () => {
    const user = userEvent.setup();
    await openPage();
    expect(screen.getByText("With 24 mines, the average return is 30%.")).toBeInTheDocument();
    expect(screen.getByText("Average return").nextSibling).toHaveTextContent("96.80%");
    await user.click(screen.getByRole("radio", { name: /^4 gems: 1.71 times, returns 17 points/ }));
    expect(screen.getByText("4 gems, then cash out")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "10 mines" }));
    expect(screen.getByRole("radio", { name: /^1 gem: 1.65 times/ })).toBeInTheDocument();
    expect(screen.getAllByRole("radio")).toHaveLength(15);
  });

  it("does not start with a count that is none", async () => {
    const user = userEvent.setup();
    await openPage();
    const field = screen.getByLabelText("Custom, 1 to 24");
    await user.clear(field);
    await user.type(field, "25");
    expect(screen.getByRole("alert")).toHaveTextContent("1 to 24 mines");
    expect(await button(/Start game/)).toBeDisabled();
  });

  it("lets no tile be pressed", async () => {
    const user = userEvent.setup();
    await openPage();
    await user.click(tile(1, 1));
    expect(calls("/reveal")).toHaveLength(0);
  });
});

describe("a round", () => {
  it("is played with the keyboard alone", async () => {
    const user = userEvent.setup();
    await openPage();
    await user.keyboard("{Enter}");
    expect(await button(/Find a gem/)).toBeDisabled();
    await waitFor(() => expect(tile(3, 3)).toHaveFocus());
    await user.keyboard("{ArrowUp}{ArrowLeft}{Enter}");
    expect(tile(2, 2)).toHaveAccessibleName("Tile row 2, column 2, gem found");
    expect(screen.getByText(/^1 gem found, 1.12 times, 11 points/)).toBeInTheDocument();
    await user.keyboard("{ArrowRight} ");
    expect(tile(2, 3)).toHaveAccessibleName("Tile row 2, column 3, gem found");
    await user.keyboard("c");
    expect(await screen.findByText("Cashed out, +2")).toBeInTheDocument();
    expect(tile(1, 4)).toHaveAccessibleName("Tile row 1, column 4, mine");
    expect(tile(1, 1)).toHaveAccessibleName("Tile row 1, column 1, gem, not found");
    await user.click(await screen.findByText(/^Cashed out, /));
    expect(tile(1, 4)).toHaveAccessibleName("Tile row 1, column 4");
  });

  it("ends at a mine, which is marked apart from the others", async () => {
    const user = userEvent.setup();
    await openPage();
    await user.click(await button(/Start game/));
    await user.click(tile(1, 4));
    expect(await screen.findByText("No gem found")).toBeInTheDocument();
    expect(tile(1, 4)).toHaveAccessibleName("Tile row 1, column 4, the mine you hit");
    expect(tile(3, 2)).toHaveAccessibleName("Tile row 3, column 2, mine");
    expect(screen.getByText(/^Mine. 0 gems found, round lost, minus 10/)).toBeInTheDocument();
  });

  it("picks a closed tile at random", async () => {
    server.round = roundOf([0, 1, 2]);
    const user = userEvent.setup();
    await openPage();
    vi.spyOn(Math, "random").mockReturnValue(0);
    await user.keyboard("r");
    await waitFor(() => expect(calls("/reveal")).toHaveLength(1));
    expect(tile(1, 4)).toHaveAccessibleName("Tile row 1, column 4, the mine you hit");
  });

  it("goes on where it stood, and presses no open tile again", async () => {
    server.round = roundOf([6, 7]);
    const user = userEvent.setup();
    await openPage();
    expect(await button(/Cash out 12 points/)).toBeEnabled();
    await user.click(tile(2, 2));
    expect(calls("/reveal")).toHaveLength(0);
    expect(screen.getByText("Next pick survives").nextSibling).toHaveTextContent("86.9565%");
  });

  it("says when more picks can only lose", async () => {
    server.round = roundOf([0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14]);
    await openPage();
    expect(
      screen.getByText("Maximum multiplier reached: more picks can only lose"),
    ).toBeInTheDocument();
  });

  it("can be finished while the game is closed; the overlay comes after it", async () => {
    server.disabled = true;
    server.round = roundOf([6]);
    const user = userEvent.setup();
    await openPage();
    expect(await screen.findByText(/Your open round can still be finished/)).toBeInTheDocument();
    expect(screen.queryByText("Mines Under Maintenance")).toBeNull();
    await user.keyboard("c");
    await user.click(await screen.findByText(/^Cashed out, /));
    expect(await screen.findByText("Mines Under Maintenance")).toBeInTheDocument();
  });
});

it("shows no result of a round while its answer is awaited", async () => {
  const user = userEvent.setup();
  await openPage();
  await user.click(await button(/Start game/));
  await button(/Find a gem/);
  const waiting: ((response: Response) => void)[] = [];
  fetched.mockImplementation((request) =>
    request.url.endsWith("/reveal")
      ? new Promise((resolve) => waiting.push(resolve))
      : serve(request),
  );
  await user.click(tile(5, 5));
  expect(tile(5, 5)).toHaveAttribute("aria-busy", "true");
  expect(tile(5, 5)).toHaveAccessibleName("Tile row 5, column 5");
  await user.click(tile(4, 4));
  await waitFor(() => expect(waiting).toHaveLength(1));
  expect(calls("/reveal")).toHaveLength(1);
  server.round = roundOf([24]);
  await act(async () =>
    waiting.forEach((answer) =>
      answer(jsonAnswer({ success: true, round: server.round, balance: 90, seq: 9 })),
    ),
  );
  await waitFor(() => expect(tile(5, 5)).toHaveAccessibleName("Tile row 5, column 5, gem found"));
  const board = screen.getByRole("group", { name: "Board, 5 rows of 5 tiles" });
  expect(within(board).getAllByRole("button", { name: /gem found/ })).toHaveLength(1);
});
