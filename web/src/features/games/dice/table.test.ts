import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeWallet, currentBalance, openWallet, shownBalance } from "@/features/wallet/balance";
import { jsonAnswer } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import type { AutoPlan } from "../common/auto";
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

/** The server's side of a bet that is always missed. */
async function missed(request: Request): Promise<Response> {
  if (!request.url.endsWith("/bet")) return jsonAnswer({ success: true });
  const params: { bet: number } = JSON.parse(await request.clone().text());
  points -= params.bet;
  seq += 1;
  const round = {
    id: `r${seq}`,
    game: "dice",
    pairId: "p1",
    nonce: seq,
    createdAt: "2025-11-21T10:00:00Z",
    staked: params.bet,
    payout: 0,
    result: "loss",
    params,
    detail: { draws: [[10000, 9900]], roll: "99.00", won: false, multiplier: "1.9800", payout: 0 },
  };
  return jsonAnswer({ success: true, round, balance: points, seq });
}

const refuse = (status: number, error: string, message: string) => async (request: Request) =>
  request.url.endsWith("/bet")
    ? jsonAnswer({ success: false, error, message }, status)
    : jsonAnswer({ success: true });

const bets = () => fetched.mock.calls.filter(([request]) => request.url.endsWith("/bet"));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  points = 100;
  seq = 0;
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
    const keys = bets().map(([request]) => request.headers.get("Idempotency-Key"));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(2);
  });

  it("is asked for again with the same key after a lost connection", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    void roll(10);
    await pass(ROLL_MS);
    const keys = bets().map(([request]) => request.headers.get("Idempotency-Key"));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
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

  it("says that the bet may stand when both answers were lost", async () => {
    fetched.mockRejectedValue(new TypeError("Failed to fetch"));
    void roll(10);
    await pass(0);
    expect(bets()).toHaveLength(2);
    expect(table().notice?.text).toContain("If the bet was taken");
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
