import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeWallet, currentBalance, openWallet, shownBalance } from "@/features/wallet/balance";
import { jsonAnswer } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { AUTO_INTERVAL_MS, COUNT_MS, limboTable, useLimboTable } from "./table";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const table = useLimboTable.getState;
let points = 100;
let seq = 0;

/** The server's side of a bet that reaches 2.50. */
async function reaches250(request: Request): Promise<Response> {
  if (!request.url.endsWith("/bet")) return jsonAnswer({ success: true });
  const params: { bet: number; target: string } = JSON.parse(await request.clone().text());
  const won = Number(params.target) <= 2.5;
  const payout = won ? Math.floor(params.bet * Number(params.target)) : 0;
  points += payout - params.bet;
  seq += 1;
  const round = {
    id: `r${seq}`,
    game: "limbo",
    pairId: "p1",
    nonce: seq,
    createdAt: "2026-11-21T10:00:00Z",
    staked: params.bet,
    payout,
    result: payout > params.bet ? "win" : payout === params.bet ? "push" : "loss",
    params,
    detail: { draws: [], result: "2.50", won, multiplier: params.target, payout },
    rulesHash: "h",
  };
  return jsonAnswer({ success: true, round, balance: points, seq });
}

const bets = () => fetched.mock.calls.filter(([request]) => request.url.endsWith("/bet"));
const bodies = () => Promise.all(bets().map(([request]) => request.clone().json()));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  points = 100;
  seq = 0;
  closeWallet();
  openWallet("7", points);
  fetched.mockReset().mockImplementation(reaches250);
  stubFetch(fetched);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(async () => {
  limboTable.leave();
  limboTable.dismissShortage();
  await pass(10_000);
  vi.useRealTimers();
});

describe("one roll", () => {
  it("sends the target as text with two decimals", async () => {
    void limboTable.play({ bet: 5, target: 1_050 });
    await pass(COUNT_MS);
    expect(await bodies()).toEqual([{ bet: 5, target: "10.50" }]);
    expect(bets()[0]?.[0].url).toContain("/api/games/limbo/bet");
  });

  it("shows result and balance when the count has ended, not before", async () => {
    void limboTable.play({ bet: 10, target: 200 });
    await pass(COUNT_MS - 1);
    expect(table()).toMatchObject({ phase: "showing", shown: null });
    expect(currentBalance()).toBe(110);
    expect(shownBalance()).toBe(100);
    await pass(1);
    expect(table().shown).toMatchObject({ reached: 250, target: 200, won: true, payout: 20 });
    expect(shownBalance()).toBe(110);
  });

  it("that is refused says so and gives the balance free", async () => {
    const refusal = { success: false, error: "bad_target", message: "That target is not offered" };
    fetched.mockImplementation(async () => jsonAnswer(refusal, 400));
    void limboTable.play({ bet: 10, target: 200 });
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", notice: { text: refusal.message } });
    expect(shownBalance()).toBe(100);
  });
});

describe("an auto run", () => {
  it("rolls as often as asked, one after the other", async () => {
    const plan = { rounds: 3, stopAtProfit: null, stopAtLoss: null };
    void limboTable.startAuto({ bet: 10, target: 300 }, plan);
    await pass(AUTO_INTERVAL_MS - 1);
    expect(bets()).toHaveLength(1);
    await pass(10 * AUTO_INTERVAL_MS);
    expect(bets()).toHaveLength(3);
    expect(table().notice?.text).toBe("Auto finished: 3 rolls.");
  });

  it("stops at the profit that was set", async () => {
    const plan = { rounds: 100, stopAtProfit: 20, stopAtLoss: null };
    void limboTable.startAuto({ bet: 10, target: 200 }, plan);
    await pass(20 * AUTO_INTERVAL_MS);
    expect(bets()).toHaveLength(2);
    expect(table().notice?.text).toBe("Auto stopped: your profit reached 20.");
  });
});
