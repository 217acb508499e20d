import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { create } from "zustand";
import { closeWallet, currentBalance, openWallet, shownBalance } from "@/features/wallet/balance";
import { jsonAnswer } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { api } from "@/wire/http";
import { deliver } from "@/wire/socket";
import { POLL_MS } from "./availability";
import { delay, SLOW_MS } from "./instant-table";
import type { Round } from "./queries";
import { readingTable, type StepRound, type StepState, stepTable } from "./step-table";

type Move = { kind: "start"; bet: number } | { kind: "reveal"; tile: number };
type Shown = StepRound & { picks: number };

const SHOW_MS = 200;
const RESULT_MS = 2_000;
const limits = { minBet: 1, maxBet: 100 };

const useTable = create<StepState<Shown, Move>>(() => ({
  ...readingTable,
  betText: "10",
  hasChosenBet: false,
}));
const game = stepTable(useTable, {
  id: "mines",
  stakeOf: (move: Move) => (move.kind === "start" ? move.bet : null),
  send: (move, headers) =>
    move.kind === "start"
      ? api.POST("/api/games/mines/start", { body: { bet: move.bet, mines: 3 }, headers })
      : api.POST("/api/games/mines/reveal", { body: { tile: move.tile }, headers }),
  actionOf: ({ kind }) => (kind === "start" ? "bet" : "pick"),
  read: (record): Shown | null => {
    const { picks } = record.detail;
    if (typeof picks !== "number") return null;
    const { id, staked, payout, result } = record;
    return { id, staked, payout, record, picks, isOpen: result === null };
  },
  show: () => delay(SHOW_MS),
  resultMs: RESULT_MS,
});
const table = useTable.getState;

/** The server: at most one round, which ends with its third pick. */
const server = { points: 100, seq: 0, round: null as Round | null, history: [] as Round[] };
const fetched = vi.fn<(request: Request) => Promise<Response>>();

function roundWith(part: Partial<Round>): Round {
  return {
    id: "7-1",
    game: "mines",
    pairId: "p1",
    nonce: 0,
    createdAt: "2025-11-21T10:00:00Z",
    staked: 10,
    payout: 0,
    result: null,
    rulesHash: "h",
    params: { bet: 10, mines: 3 },
    detail: { picks: 0 },
    ...part,
  };
}

const refusal = (status: number, error: string, message = error) =>
  jsonAnswer({ success: false, error, message }, status);

async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const open = server.round?.result === null ? server.round : null;
  if (pathname.endsWith("/state")) return jsonAnswer({ success: true, round: open });
  if (pathname.includes("/rounds/"))
    return jsonAnswer({ success: true, round: server.round, proof: {} });
  if (pathname.endsWith("/history")) return jsonAnswer({ success: true, history: server.history });
  if (pathname.endsWith("/start")) {
    if (open !== null) return refusal(409, "round_open");
    server.points -= 10;
    server.round = roundWith({});
  } else if (pathname.endsWith("/reveal")) {
    if (open === null) return refusal(409, "round_over");
    const picks = Number(open.detail.picks) + 1;
    server.round = roundWith(
      picks < 3 ? { detail: { picks } } : { detail: { picks }, payout: 30, result: "win" },
    );
    if (picks === 3) server.points += 30;
  } else return jsonAnswer({ success: true });
  server.seq += 1;
  return jsonAnswer({
    success: true,
    round: server.round,
    balance: server.points,
    seq: server.seq,
  });
}

const calls = (path: string) =>
  fetched.mock.calls.filter(([request]) => new URL(request.url).pathname.endsWith(path));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const start = () => game.make({ kind: "start", bet: 10 });
const reveal = (tile = 0) => game.make({ kind: "reveal", tile });
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

const push = (round: { id?: string; steps: number | null }) =>
  deliver("roundUpdated", { gameId: "mines", id: "7-1", ...round });

async function enter(): Promise<void> {
  game.enter(limits);
  await pass(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { points: 100, seq: 0, round: null, history: [] });
  closeWallet();
  openWallet("7", 100);
  fetched.mockReset().mockImplementation(serve);
  stubFetch(fetched);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(async () => {
  game.leave();
  await pass(10_000);
  useTable.setState({
    ...readingTable,
    betText: "10",
    hasChosenBet: false,
  });
  vi.useRealTimers();
});

it("opens with at most a tenth of the balance until a bet is chosen", async () => {
  closeWallet();
  openWallet("8", 25);
  await enter();
  expect(table().betText).toBe("2");
  game.leave();
  game.setBetText("20");
  await enter();
  expect(table().betText).toBe("20");
  useTable.setState({ hasChosenBet: false, betText: "10" });
});

describe("entering", () => {
  it("finds an empty table", async () => {
    expect(table().phase).toBe("reading");
    await enter();
    expect(table()).toMatchObject({ phase: "idle", round: null });
  });

  it("goes on with the open round at once, without its animation", async () => {
    server.round = roundWith({ detail: { picks: 2 } });
    await enter();
    expect(table()).toMatchObject({ phase: "idle", showing: null, round: { picks: 2 } });
    expect(shownBalance()).toBe(100);
  });

  it("lets nothing be moved before the server has said how the table stands", async () => {
    game.enter(limits);
    void start();
    await pass(0);
    expect(calls("/start")).toHaveLength(0);
  });

  it("asks again until something answers", async () => {
    fetched.mockImplementation(lost);
    await enter();
    expect(table()).toMatchObject({ phase: "reading", notice: { tone: "error" } });
    server.round = roundWith({ detail: { picks: 1 } });
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table()).toMatchObject({ phase: "idle", notice: null, round: { picks: 1 } });
  });

  it("can be played on when the state is refused", async () => {
    fetched.mockImplementationOnce(async () => refusal(500, "broken", "Broken"));
    await enter();
    expect(table()).toMatchObject({ phase: "idle", notice: { text: "Broken" } });
  });
});

describe("a move", () => {
  beforeEach(enter);

  it("holds the balance until its animation has ended", async () => {
    void start();
    await pass(0);
    expect(table()).toMatchObject({ phase: "showing", round: null, showing: { picks: 0 } });
    expect(currentBalance()).toBe(90);
    expect(shownBalance()).toBe(100);
    await pass(SHOW_MS);
    expect(table()).toMatchObject({ phase: "idle", showing: null, round: { isOpen: true } });
    expect(shownBalance()).toBe(90);
  });

  it("is shown at once with reduced motion", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    void start();
    await pass(0);
    expect(table().phase).toBe("idle");
  });

  it("is sent once, however often it is pressed", async () => {
    void start();
    void start();
    await pass(SHOW_MS);
    void reveal(4);
    void reveal(4);
    void reveal(5);
    await pass(0);
    void reveal(6);
    await pass(SHOW_MS);
    expect(calls("/start")).toHaveLength(1);
    expect(calls("/reveal")).toHaveLength(1);
    expect(table().round?.picks).toBe(1);
  });

  it("out of turn is not sent at all", async () => {
    void reveal();
    await pass(0);
    void start();
    await pass(SHOW_MS);
    void start();
    await pass(0);
    expect(calls("/reveal")).toHaveLength(0);
    expect(calls("/start")).toHaveLength(1);
  });

  it("that ends the round leaves its result for two seconds, or until it is pressed", async () => {
    for (const move of [start, reveal, reveal, reveal]) await Promise.all([move(), pass(SHOW_MS)]);
    expect(table().round).toMatchObject({ isOpen: false, payout: 30 });
    expect(shownBalance()).toBe(120);
    await pass(RESULT_MS - 1);
    expect(table().round).not.toBeNull();
    await pass(1);
    expect(table().round).toBeNull();

    for (const move of [start, reveal, reveal, reveal]) await Promise.all([move(), pass(SHOW_MS)]);
    game.clear();
    expect(table().round).toBeNull();
    await Promise.all([start(), pass(SHOW_MS)]);
    // The timer of the result that was cleared must not take the open round away.
    await pass(RESULT_MS);
    expect(table().round?.isOpen).toBe(true);
  });

  it("never clears an open round", async () => {
    await Promise.all([start(), pass(SHOW_MS)]);
    game.clear();
    expect(table().round?.isOpen).toBe(true);
  });
});

describe("a refused move", () => {
  beforeEach(enter);

  it("opens the popup when points are short, and gives the balance free", async () => {
    fetched.mockImplementationOnce(async () =>
      refusal(400, "insufficient_points", "Insufficient points"),
    );
    void start();
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", isShort: true, notice: null });
    expect(shownBalance()).toBe(100);
  });

  it("says why in the server's words", async () => {
    fetched.mockImplementationOnce(async () =>
      refusal(403, "account_inactive", "Your account is inactive"),
    );
    void start();
    await pass(0);
    expect(table().notice).toEqual({ tone: "error", text: "Your account is inactive" });
  });

  it("finds the round that another window has opened", async () => {
    server.round = roundWith({ detail: { picks: 2 } });
    void start();
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", round: { picks: 2, isOpen: true } });
    expect(table().notice?.text).toContain("still open");
  });

  it("finds the end of a round that another window has played on", async () => {
    await Promise.all([start(), pass(SHOW_MS)]);
    server.round = roundWith({ detail: { picks: 3 }, payout: 30, result: "win" });
    void reveal();
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", round: { isOpen: false, payout: 30 } });
    expect(table().notice?.text).toContain("ended meanwhile");
  });
});

describe("a lost connection", () => {
  beforeEach(enter);

  it("repeats the move once with the same key", async () => {
    fetched.mockImplementationOnce(lost);
    void start();
    await pass(SHOW_MS);
    const keys = calls("/start").map(([request]) => request.headers.get("Idempotency-Key"));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(table().round?.isOpen).toBe(true);
  });

  it("reads the table when it is back, says that the pick counted, and goes on", async () => {
    await Promise.all([start(), pass(SHOW_MS)]);
    // The server took the pick, and no answer ever arrived.
    fetched.mockImplementation(lost);
    void reveal();
    await pass(0);
    expect(table()).toMatchObject({ phase: "reading", asked: null });
    expect(table().notice?.text).toBe("Connection lost. Checking whether your pick counted…");
    void reveal(9);
    await pass(0);
    server.round = roundWith({ detail: { picks: 1 } });
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table()).toMatchObject({ phase: "idle", round: { picks: 1 } });
    expect(table().notice).toEqual({
      tone: "info",
      text: "You're back online. Your pick counted.",
    });
    expect(calls("/reveal")).toHaveLength(2);
  });

  it("says that the pick did not count, and sends the same one with its key", async () => {
    await Promise.all([start(), pass(SHOW_MS)]);
    fetched.mockImplementation(lost);
    void reveal(4);
    await pass(0);
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table()).toMatchObject({ phase: "idle", round: { picks: 0 } });
    expect(table().notice?.text).toBe(
      "You're back online. Your pick did not count. You can make it again.",
    );
    await Promise.all([reveal(4), pass(SHOW_MS)]);
    expect(table()).toMatchObject({ round: { picks: 1 }, notice: null });
    const keys = calls("/reveal").map(([request]) => request.headers.get("Idempotency-Key"));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it("shows the round of a bet whose answer was lost", async () => {
    fetched.mockImplementation(lost);
    void start();
    await pass(0);
    expect(table().notice?.text).toBe("Connection lost. Checking whether your bet counted…");
    server.round = roundWith({});
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table()).toMatchObject({ phase: "idle", round: { isOpen: true } });
    expect(table().notice?.text).toBe(
      "You're back online. Your bet was placed. This is its round.",
    );
  });

  it("shows the round of a lost bet that has already ended", async () => {
    fetched.mockImplementation(lost);
    void start();
    await pass(0);
    const createdAt = new Date().toISOString();
    server.history = [roundWith({ id: "r2", createdAt, result: "win", payout: 25 })];
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table()).toMatchObject({ round: { id: "r2", payout: 25, isOpen: false } });
    expect(table().notice?.text).toContain("Your bet was placed.");
  });

  it("says that a bet was not placed, and does not take an older round for its own", async () => {
    server.history = [roundWith({ id: "r0", result: "loss" })];
    fetched.mockImplementation(lost);
    void start();
    await pass(0);
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table()).toMatchObject({ phase: "idle", round: null });
    expect(table().notice?.text).toBe(
      "You're back online. Your bet was not placed. No points were taken.",
    );
  });

  it("behind a proxy that answers in place of the server is one, too", async () => {
    await Promise.all([start(), pass(SHOW_MS)]);
    fetched.mockImplementation(async () => new Response("Bad gateway", { status: 502 }));
    void reveal();
    await pass(POLL_MS);
    expect(table()).toMatchObject({ phase: "reading" });
    fetched.mockImplementation(serve);
    await pass(POLL_MS);
    expect(table().notice?.text).toContain("Your pick did not count.");
  });

  it("shows that an answer is waited for", async () => {
    fetched.mockImplementationOnce(async (request) => {
      await delay(SLOW_MS + 1);
      return serve(request);
    });
    void start();
    await pass(SLOW_MS - 1);
    expect(table().isSlow).toBe(false);
    await pass(1);
    expect(table().isSlow).toBe(true);
    await pass(1);
    expect(table()).toMatchObject({ phase: "showing", isSlow: false });
    await pass(SHOW_MS);
  });
});

describe("a round of another window", () => {
  it("goes on here as it is pushed, and is read once", async () => {
    await enter();
    server.round = roundWith({ detail: { picks: 1, steps: [{}] } });
    push({ steps: 0 });
    push({ steps: 1 });
    await pass(250);
    expect(table().round).toMatchObject({ picks: 1, isOpen: true });
    expect(calls("/state")).toHaveLength(2);

    server.round = roundWith({ detail: { picks: 1, steps: [{}] }, result: "loss" });
    push({ steps: null });
    await pass(250);
    expect(table().round?.isOpen).toBe(false);
    expect(table().notice?.text).toBe("Your round has ended meanwhile.");
    game.leave();
  });

  it("costs nothing when it is the own one, or of another game", async () => {
    await enter();
    const before = calls("/state").length;
    fetched.mockImplementationOnce(async () => {
      server.round = roundWith({ detail: { picks: 0, steps: [] } });
      return jsonAnswer({ success: true, round: server.round, balance: 90, seq: 1 });
    });
    await Promise.all([start(), pass(SHOW_MS)]);
    push({ steps: 0 });
    deliver("roundUpdated", { gameId: "blackjack", id: "r9", steps: 0 });
    await pass(250);
    expect(calls("/state")).toHaveLength(before);
    game.leave();
  });

  it("is read again when it moved on during the read", async () => {
    await enter();
    fetched.mockImplementationOnce(async () => {
      const round = roundWith({ detail: { picks: 1, steps: [{}] } });
      await delay(400);
      return jsonAnswer({ success: true, round });
    });
    push({ steps: 1 });
    await pass(250);
    server.round = roundWith({ detail: { picks: 2, steps: [{}, {}] } });
    push({ steps: 2 });
    await pass(400);
    expect(table().round).toMatchObject({ picks: 2 });
    game.leave();
  });

  it("is not read for a push that comes after the answer to the next move", async () => {
    await enter();
    server.round = roundWith({ id: "7-2", detail: { picks: 2, steps: [{}, {}] } });
    push({ id: "7-2", steps: 2 });
    await pass(250);
    const before = calls("/state").length;
    push({ id: "7-2", steps: 1 });
    push({ id: "7-1", steps: 1 });
    await pass(250);
    expect(calls("/state")).toHaveLength(before);
    game.leave();
  });

  it("waits until the own move has been shown", async () => {
    await enter();
    const shown = Promise.all([start(), pass(0)]);
    server.round = roundWith({ id: "7-2", detail: { picks: 2, steps: [{}, {}] } });
    push({ id: "7-2", steps: 2 });
    const before = calls("/state").length;
    await pass(SHOW_MS - 1);
    expect(calls("/state")).toHaveLength(before);
    await pass(251);
    await shown;
    expect(table().round).toMatchObject({ id: "7-2", picks: 2 });
    game.leave();
  });
});

describe("leaving", () => {
  it("lets a move finish unseen, and reads after its answer at the next entry", async () => {
    await enter();
    fetched.mockImplementationOnce(async (request) => {
      await delay(500);
      return serve(request);
    });
    void start();
    game.leave();
    expect(table().round).toBeNull();
    game.enter(limits);
    await pass(500 + SHOW_MS);
    expect(table()).toMatchObject({ phase: "idle", round: { isOpen: true } });
    expect(shownBalance()).toBe(90);
  });

  it("ends the asking for a server that does not answer", async () => {
    fetched.mockImplementation(lost);
    await enter();
    game.leave();
    await pass(POLL_MS);
    const before = fetched.mock.calls.length;
    await pass(5 * POLL_MS);
    expect(fetched.mock.calls.length).toBe(before);
  });

  it("reads the table again when the window is seen again", async () => {
    await enter();
    server.round = roundWith({ detail: { picks: 2 } });
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(0);
    expect(table().round?.picks).toBe(2);
    game.leave();
    const before = fetched.mock.calls.length;
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(0);
    expect(fetched.mock.calls.length).toBe(before);
  });
});
