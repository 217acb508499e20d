import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeWallet, currentBalance, openWallet, shownBalance } from "@/features/wallet/balance";
import { jsonAnswer } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import type { AutoPlan } from "../common/auto";
import { POLL_MS } from "../common/availability";
import { delay } from "../common/instant-table";
import type { Round } from "../common/queries";
import {
  AUTO_INTERVAL_MS,
  diceTable,
  ROLL_MS,
  setDirection,
  setTarget,
  useDiceTable,
} from "./table";

const endless: AutoPlan = { rounds: 0, stopAtProfit: null, stopAtLoss: null };
const fetched = vi.fn<(request: Request) => Promise<Response>>();
const table = useDiceTable.getState;
const { dismissShortage, leave: leaveTable, play: roll, setMode, startAuto, stopAuto } = diceTable;
let points = 100;
let seq = 0;

let history: Round[] = [];

/** The server's side of a bet that is always missed. */
async function missed(request: Request): Promise<Response> {
  if (request.url.includes("/history")) return jsonAnswer({ success: true, history });
  if (!request.url.endsWith("/bet")) return jsonAnswer({ success: true });
  const params: { bet: number } = JSON.parse(await request.clone().text());
  points -= params.bet;
  seq += 1;
  return jsonAnswer({ success: true, round: roundOf(params.bet), balance: points, seq });
}

const roundOf = (bet: number): Round => ({
  id: `r${seq}`,
  game: "dice",
  pairId: "p1",
  nonce: seq,
  createdAt: "2025-11-21T10:00:00Z",
  staked: bet,
  payout: 0,
  result: "loss",
  rulesHash: "h",
  params: { bet, target: 50, direction: "under" },
  detail: { draws: [[10000, 9900]], roll: "99.00", won: false, multiplier: "1.9800", payout: 0 },
});

const refuse = (status: number, error: string, message: string) => async (request: Request) =>
  request.url.endsWith("/bet")
    ? jsonAnswer({ success: false, error, message }, status)
    : jsonAnswer({ success: true });

const bets = () => fetched.mock.calls.filter(([request]) => request.url.endsWith("/bet"));
const keys = () => new Set(bets().map(([request]) => request.headers.get("Idempotency-Key")));
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Both tries fail, and then the server answers again. */
const lose = async () => {
  fetched.mockImplementation(lost);
  void roll(10);
  await pass(POLL_MS - 1);
  expect(bets()).toHaveLength(2);
  expect(table()).toMatchObject({ phase: "asking", isSlow: true });
  expect(table().notice?.text).toBe("Connection lost. Checking whether your bet counted…");
  fetched.mockImplementation(missed);
};

/** Leaves the page while a bet is on its way, and lets its answer come. */
const leaveBefore = async (answer: (request: Request) => Promise<Response>) => {
  fetched.mockImplementationOnce(async (request) => {
    await delay(500);
    return answer(request);
  });
  void roll(10);
  await pass(0);
  leaveTable();
  await pass(500);
};

beforeEach(() => {
  vi.useFakeTimers();
  points = 100;
  seq = 0;
  history = [];
  closeWallet();
  openWallet("7", points);
  fetched.mockReset().mockImplementation(missed);
  stubFetch(fetched);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(async () => {
  leaveTable();
  dismissShortage();
  setMode("manual");
  await pass(10_000);
  vi.useRealTimers();
});

describe("one roll", () => {
  it("shows the result and the balance when the pointer has arrived, not before", async () => {
    void roll(10);
    expect(table().phase).toBe("asking");
    await pass(0);
    expect(table()).toMatchObject({ phase: "showing", shown: null });
    expect(currentBalance()).toBe(90);
    expect(shownBalance()).toBe(100);
    await pass(ROLL_MS);
    expect(table()).toMatchObject({ phase: "idle", showing: null });
    expect(table().shown?.roll).toBe("99.00");
    expect(shownBalance()).toBe(90);
  });

  it("is shown at once with reduced motion", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    void roll(10);
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle" });
    expect(shownBalance()).toBe(90);
  });

  it("is bet once, however often it is asked for", async () => {
    void roll(10);
    void roll(10);
    await pass(0);
    void roll(10);
    await pass(ROLL_MS);
    expect(bets()).toHaveLength(1);
  });

  it("carries a key, and another one the next time", async () => {
    await Promise.all([roll(10), pass(ROLL_MS)]);
    await Promise.all([roll(10), pass(ROLL_MS)]);
    expect([...keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.any(String)]);
  });

  it("is asked for again with the same key after a lost connection", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    void roll(10);
    await pass(ROLL_MS);
    expect(bets()).toHaveLength(2);
    expect(keys().size).toBe(1);
    expect(shownBalance()).toBe(90);
  });
});

describe("a refused roll", () => {
  it("opens the popup when points are short, and gives the balance free", async () => {
    fetched.mockImplementation(refuse(400, "insufficient_points", "Insufficient points"));
    void roll(10);
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", isShort: true, notice: null });
    expect(shownBalance()).toBe(100);
  });

  it("says why in the server's words", async () => {
    fetched.mockImplementation(refuse(403, "account_inactive", "Your account is inactive"));
    void roll(10);
    await pass(0);
    expect(table()).toMatchObject({
      isShort: false,
      notice: { tone: "error", text: "Your account is inactive" },
    });
  });
});

describe("a roll whose answers were lost", () => {
  it("is shown when the server has its round", async () => {
    await lose();
    const found = { ...roundOf(10), id: "r9", createdAt: new Date().toISOString() };
    history = [found, { ...roundOf(20), id: "r8", createdAt: found.createdAt }];
    await pass(1);
    expect(table()).toMatchObject({ phase: "idle", isSlow: false, shown: { id: "r9" } });
    expect(table().notice).toEqual({
      tone: "info",
      text: "Your bet was placed. This is its round.",
    });
    await Promise.all([roll(10), pass(ROLL_MS)]);
    expect(keys().size).toBe(2);
  });

  it("is said not to be placed, and keeps its key for the same bet", async () => {
    await lose();
    history = [{ ...roundOf(10), id: "r1" }];
    await pass(1);
    expect(table()).toMatchObject({ phase: "idle", shown: null });
    expect(table().notice?.text).toBe("Your bet was not placed. No points were taken.");
    await Promise.all([roll(10), pass(ROLL_MS)]);
    expect(table()).toMatchObject({ notice: null, shown: { id: "r1" } });
    expect(keys().size).toBe(1);
  });

  it("says so when the server refuses to tell", async () => {
    await lose();
    fetched.mockImplementation(async () =>
      jsonAnswer({ success: false, error: "internal", message: "Something broke" }, 500),
    );
    await pass(1);
    expect(table()).toMatchObject({ phase: "idle", notice: { text: "Something broke" } });
  });

  it("is not asked for after the page was left", async () => {
    await lose();
    leaveTable();
    const calls = fetched.mock.calls.length;
    await pass(5 * POLL_MS);
    expect(fetched.mock.calls).toHaveLength(calls);
    expect(table()).toMatchObject({ phase: "idle", notice: null, shown: null });
  });
});

describe("a roll that is answered after its page was left", () => {
  it("opens no popup at the next visit", async () => {
    await leaveBefore(refuse(400, "insufficient_points", "Insufficient points"));
    expect(table()).toMatchObject({ phase: "idle", isShort: false, notice: null });
  });

  it("is not on the table at the next visit", async () => {
    await leaveBefore(missed);
    expect(table()).toMatchObject({ phase: "idle", shown: null });
    expect(shownBalance()).toBe(90);
  });
});

describe("an auto run", () => {
  it("bets every second until its count is reached", async () => {
    void startAuto(10, { ...endless, rounds: 3 });
    await pass(0);
    expect(bets()).toHaveLength(1);
    await pass(AUTO_INTERVAL_MS - 1);
    expect(bets()).toHaveLength(1);
    await pass(1);
    expect(bets()).toHaveLength(2);
    await pass(AUTO_INTERVAL_MS + ROLL_MS);
    expect(bets()).toHaveLength(3);
    expect(table()).toMatchObject({ run: null, notice: { text: "Auto finished: 3 rolls." } });
    await pass(5 * AUTO_INTERVAL_MS);
    expect(bets()).toHaveLength(3);
  });

  it("stops when the bet is above the balance", async () => {
    void startAuto(30, endless);
    await pass(20 * AUTO_INTERVAL_MS);
    expect(bets()).toHaveLength(3);
    expect(currentBalance()).toBe(10);
    expect(table().notice?.text).toBe("Auto stopped: your balance is below the bet.");
  });

  it("stops at the loss that was set", async () => {
    void startAuto(10, { ...endless, stopAtLoss: 20 });
    await pass(20 * AUTO_INTERVAL_MS);
    expect(bets()).toHaveLength(2);
  });

  it("stops at a refusal", async () => {
    fetched
      .mockImplementationOnce(missed)
      .mockImplementation(refuse(503, "read_only", "The site is read-only for a moment"));
    void startAuto(10, endless);
    await pass(20 * AUTO_INTERVAL_MS);
    expect(bets()).toHaveLength(2);
    expect(table()).toMatchObject({
      run: null,
      notice: { text: "The site is read-only for a moment" },
    });
  });

  it("stops when the connection is lost", async () => {
    fetched.mockImplementationOnce(missed).mockRejectedValue(new TypeError("Failed to fetch"));
    void startAuto(10, endless);
    await pass(20 * AUTO_INTERVAL_MS);
    // The first bet, the second and its one repetition.
    expect(bets()).toHaveLength(3);
    expect(table().run).toBeNull();
  });

  it("stops when the mode is switched", async () => {
    setMode("auto");
    void startAuto(10, endless);
    await pass(AUTO_INTERVAL_MS + ROLL_MS);
    setMode("manual");
    await pass(10 * AUTO_INTERVAL_MS);
    expect(bets()).toHaveLength(2);
    expect(table().run).toBeNull();
  });

  it("stopped and started again is one run, never two", async () => {
    void startAuto(10, endless);
    await pass(ROLL_MS + 10);
    stopAuto();
    void startAuto(10, endless);
    await pass(0);
    expect(bets()).toHaveLength(2);
    await pass(2 * AUTO_INTERVAL_MS);
    expect(bets()).toHaveLength(4);
  });

  it("takes no single rolls beside it", async () => {
    void startAuto(10, endless);
    await pass(ROLL_MS + 10);
    void roll(10);
    await pass(0);
    expect(bets()).toHaveLength(1);
  });

  it("ends with the visit", async () => {
    void startAuto(10, endless);
    await pass(ROLL_MS + 10);
    leaveTable();
    await pass(10 * AUTO_INTERVAL_MS);
    expect(bets()).toHaveLength(1);
  });
});

it("mirrors the target with the side, and only then", () => {
  setTarget(30);
  setDirection("over");
  expect(table().target).toBe(70);
  setDirection("over");
  expect(table().target).toBe(70);
  setDirection("under");
  expect(table().target).toBe(30);
});
