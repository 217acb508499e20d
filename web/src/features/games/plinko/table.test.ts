import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeWallet, currentBalance, openWallet, shownBalance } from "@/features/wallet/balance";
import { jsonAnswer } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { POLL_MS } from "../common/availability";
import { delay } from "../common/instant-table";
import { historyQuery } from "../common/queries";
import type { PlinkoBet } from "./model";
import { boardOf } from "./odds";
import { STATED_RULES } from "./rules";
import {
  AUTO_INTERVAL_MS,
  FALL_MS,
  landedProgress,
  lastResult,
  plinkoTable,
  setRisk,
  setRows,
  TURBO_FALL_MS,
  TURBO_INTERVAL_MS,
  toggleTurbo,
  usePlinkoTable,
} from "./table";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const table = usePlinkoTable.getState;
const bet: PlinkoBet = { bet: 10, rows: 8, risk: "medium" };
const plan = { rounds: 4, stopAtProfit: null, stopAtLoss: null };
let points = 100;
let seq = 0;
/** The paths of the next balls; the last one again and again. */
let paths: string[] = [];
let rounds: object[] = [];

function settle({ bet: staked, rows, risk }: PlinkoBet): object {
  const path = (paths.length > 1 ? paths.shift() : paths[0]) ?? "";
  const bucket = path.replaceAll("L", "").length;
  const multiplier = boardOf(STATED_RULES, rows, risk)[bucket] ?? 0;
  const payout = (staked * multiplier) / 100;
  points += payout - staked;
  seq += 1;
  const round = {
    id: `r${seq}`,
    game: "plinko",
    pairId: "p1",
    nonce: seq,
    createdAt: new Date().toISOString(),
    staked,
    payout,
    result: payout > staked ? "win" : payout === staked ? "push" : "loss",
    params: { bet: staked, rows, risk },
    detail: { draws: [], path, bucket, multiplier: (multiplier / 100).toFixed(2), payout },
    rulesHash: "h",
  };
  rounds = [round, ...rounds];
  return round;
}

async function server(request: Request): Promise<Response> {
  if (request.url.includes("/history")) return jsonAnswer({ success: true, history: rounds });
  if (!request.url.endsWith("/bet")) return jsonAnswer({ success: true });
  const round = settle(JSON.parse(await request.clone().text()));
  return jsonAnswer({ success: true, round, balance: points, seq });
}

const bets = () => fetched.mock.calls.filter(([request]) => request.url.endsWith("/bet"));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const multiplierShown = () => lastResult(table())?.multiplier;

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
  points = 100;
  seq = 0;
  paths = ["RRRRRRRR"];
  rounds = [];
  closeWallet();
  openWallet("7", points);
  fetched.mockReset().mockImplementation(server);
  stubFetch(fetched);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  usePlinkoTable.setState({ rows: 8, risk: "medium", turbo: false });
  plinkoTable.enter(STATED_RULES);
});

afterEach(async () => {
  plinkoTable.leave();
  plinkoTable.dismissShortage();
  await pass(10_000);
  vi.useRealTimers();
});

describe("one ball", () => {
  it("is a bet of points, rows and risk", async () => {
    void plinkoTable.play(bet);
    await pass(0);
    expect(bets()[0]?.[0].url).toContain("/api/games/plinko/bet");
    expect(await bets()[0]?.[0].clone().json()).toEqual(bet);
  });

  it.each([
    ["", false, FALL_MS],
    [" in turbo", true, TURBO_FALL_MS],
  ])("shows result and balance when it has landed%s, not before", async (_, turbo, fallMs) => {
    usePlinkoTable.setState({ turbo });
    void plinkoTable.play(bet);
    await pass(fallMs - 1);
    expect(table().falling).toMatchObject([{ round: { path: "RRRRRRRR" }, fallMs }]);
    expect(lastResult(table())).toBeNull();
    expect(currentBalance()).toBe(220);
    expect(shownBalance()).toBe(100);
    await pass(1);
    expect(table().falling).toEqual([]);
    expect(lastResult(table())).toMatchObject({ bucket: 8, multiplier: "13.00", payout: 130 });
    expect(shownBalance()).toBe(220);
  });

  it("is in its bucket at once with reduced motion", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    void plinkoTable.play(bet);
    await pass(0);
    expect(table().falling).toEqual([]);
    expect(lastResult(table())).toMatchObject({ bucket: 8 });
    expect(shownBalance()).toBe(220);
  });

  it("that is refused says so and releases the balance", async () => {
    const refusal = { success: false, error: "bad_rows", message: "8 to 16 rows" };
    fetched.mockImplementation(async () => jsonAnswer(refusal, 400));
    void plinkoTable.play(bet);
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", falling: [], notice: { text: "8 to 16 rows" } });
    expect(shownBalance()).toBe(100);
  });

  it("without the points for it opens the way to points", async () => {
    const refusal = {
      success: false,
      error: "insufficient_points",
      message: "Insufficient points",
    };
    fetched.mockImplementation(async ({ url }) =>
      url.endsWith("/bet") ? jsonAnswer(refusal, 400) : jsonAnswer({ success: true }),
    );
    void plinkoTable.play(bet);
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", isShort: true, notice: null });
  });

  it("falls unseen when the page is left", async () => {
    void plinkoTable.play(bet);
    await pass(500);
    plinkoTable.leave();
    expect(table()).toMatchObject({ falling: [], landed: null, shown: null });
    expect(shownBalance()).toBe(220);
  });

  it("of another shape is an error, and no ball falls", async () => {
    paths = ["RRRR"];
    void plinkoTable.play(bet);
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", falling: [], notice: { tone: "error" } });
  });
});

describe("several balls", () => {
  it("fall at once, and each shows its own part of the balance when it lands", async () => {
    paths = ["RRRRRRRR", "LLLLRRRR", "LLLLLLLR"];
    for (let ball = 0; ball < 3; ball += 1) {
      void plinkoTable.play(bet);
      await pass(500);
    }
    expect(bets()).toHaveLength(3);
    expect(table().falling).toHaveLength(3);
    expect([currentBalance(), shownBalance()]).toEqual([234, 100]);
    await pass(500);
    expect([multiplierShown(), shownBalance()]).toEqual(["13.00", 220]);
    await pass(500);
    expect([multiplierShown(), shownBalance()]).toEqual(["0.40", 214]);
    await pass(500);
    expect([multiplierShown(), shownBalance()]).toEqual(["3.00", 234]);
    expect(table().falling).toEqual([]);
  });

  it("show a landed one while the next bet waits for its answer", async () => {
    void plinkoTable.play(bet);
    await pass(500);
    fetched.mockImplementation(async (request) => {
      await delay(FALL_MS);
      return server(request);
    });
    void plinkoTable.play(bet);
    await pass(FALL_MS - 500);
    expect(table().phase).toBe("asking");
    expect([multiplierShown(), shownBalance()]).toEqual(["13.00", 220]);
    await pass(500 + FALL_MS);
    expect(shownBalance()).toBe(340);
  });

  it("that overtake others in turbo show nothing of the results before them", async () => {
    paths = ["RRRRRRRR", "LLLLRRRR"];
    void plinkoTable.play(bet);
    await pass(100);
    toggleTurbo();
    void plinkoTable.play(bet);
    await pass(TURBO_FALL_MS);
    expect([multiplierShown(), shownBalance()]).toEqual(["0.40", 100]);
    await pass(FALL_MS);
    expect(shownBalance()).toBe(214);
  });

  it("keep their board: rows and risk change only when all have landed", async () => {
    void plinkoTable.play(bet);
    await pass(100);
    setRows(16);
    setRisk("high");
    expect(table()).toMatchObject({ rows: 8, risk: "medium" });
    await pass(FALL_MS);
    setRows(16);
    setRisk("high");
    expect(table()).toMatchObject({ rows: 16, risk: "high" });
    expect(lastResult(table())).toBeNull();
  });
});

describe("an auto run", () => {
  it.each([
    ["", false, AUTO_INTERVAL_MS],
    [" in turbo", true, TURBO_INTERVAL_MS],
  ])("drops the next ball while earlier ones fall%s", async (_, turbo, intervalMs) => {
    usePlinkoTable.setState({ turbo });
    void plinkoTable.startAuto(bet, plan);
    await pass(intervalMs - 1);
    expect(bets()).toHaveLength(1);
    await pass(1);
    expect(bets()).toHaveLength(2);
    expect(table().falling).toHaveLength(2);
    await pass(10 * intervalMs);
    expect(bets()).toHaveLength(4);
  });

  it("counts what has landed, and ends in words when the last ball has", async () => {
    void plinkoTable.startAuto(bet, plan);
    await pass(FALL_MS - 1);
    expect(table().falling).toHaveLength(4);
    expect(table().run).toBeNull();
    expect(table().notice?.text).toBe("Auto finished: 4 balls.");
    expect(landedProgress(table()).notice).toBeNull();
    await pass(3 * AUTO_INTERVAL_MS + 1);
    expect(landedProgress(table()).notice?.text).toBe("Auto finished: 4 balls.");
  });

  it("shows no profit before its balls land", async () => {
    void plinkoTable.startAuto(bet, { ...plan, rounds: 0 });
    await pass(FALL_MS - 1);
    expect(table().run).toMatchObject({ done: 4, net: 480 });
    expect(landedProgress(table()).run).toMatchObject({ done: 0, net: 0 });
    await pass(1);
    expect(landedProgress(table()).run).toMatchObject({ done: 1, net: 120 });
    await pass(AUTO_INTERVAL_MS);
    expect(landedProgress(table()).run).toMatchObject({ done: 2, net: 240 });
  });

  it("does not count a ball that was dropped before it", async () => {
    void plinkoTable.play(bet);
    await pass(100);
    void plinkoTable.startAuto(bet, { ...plan, rounds: 0 });
    await pass(FALL_MS - 50);
    expect(landedProgress(table()).run).toMatchObject({ done: 0, net: 0 });
    await pass(50);
    expect(landedProgress(table()).run).toMatchObject({ done: 1, net: 120 });
  });

  it("stops at the profit that was set, without a further bet", async () => {
    paths = ["LLLLRRRR", "RRRRRRRR"];
    void plinkoTable.startAuto(bet, { ...plan, rounds: 0, stopAtProfit: 100 });
    await pass(10 * AUTO_INTERVAL_MS);
    expect(bets()).toHaveLength(2);
    expect(table().notice?.text).toBe("Auto stopped: your profit reached 100.");
  });

  it("stops at the loss that was set", async () => {
    paths = ["LLLLRRRR"];
    void plinkoTable.startAuto(bet, { ...plan, rounds: 0, stopAtLoss: 12 });
    await pass(10 * AUTO_INTERVAL_MS);
    expect(bets()).toHaveLength(2);
    expect(table().notice?.text).toBe("Auto stopped: your loss reached 12.");
  });

  it("that is stopped lets its balls land", async () => {
    void plinkoTable.startAuto(bet, plan);
    await pass(AUTO_INTERVAL_MS);
    plinkoTable.stopAuto();
    await pass(FALL_MS);
    expect(bets()).toHaveLength(2);
    expect(table().falling).toEqual([]);
    expect(shownBalance()).toBe(340);
    expect(landedProgress(table()).notice?.text).toBe("Auto stopped after 2 balls.");
  });

  it("ends when the points run out", async () => {
    closeWallet();
    points = 25;
    openWallet("7", points);
    paths = ["LLLLRRRR"];
    void plinkoTable.startAuto({ ...bet, bet: 20 }, { ...plan, rounds: 0 });
    await pass(10 * AUTO_INTERVAL_MS);
    expect(bets()).toHaveLength(1);
    expect(table().notice?.text).toBe("Auto stopped: your balance is below the bet.");
  });
});

describe("a lost answer", () => {
  it("is found among the member's rounds, and its ball is in its bucket", async () => {
    let isConnected = false;
    fetched.mockImplementation(async (request) => {
      const answered = await server(request);
      if (isConnected) return answered;
      throw new TypeError("Failed to fetch");
    });
    await queryClient.prefetchQuery({ ...historyQuery("plinko"), queryFn: () => [] });
    void plinkoTable.startAuto(bet, { ...plan, rounds: 0 });
    await pass(POLL_MS);
    expect(table().notice?.text).toMatch(/^Connection lost/);
    expect(lastResult(table())).toBeNull();
    isConnected = true;
    await pass(10 * POLL_MS);
    expect(table()).toMatchObject({ phase: "idle", run: null, falling: [] });
    expect(lastResult(table())).toMatchObject({ path: "RRRRRRRR", payout: 130 });
    expect(table().notice?.text).toMatch(/Your bet was placed\. This is its round\.$/);
  });
});
