import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeWallet, currentBalance, openWallet, shownBalance } from "@/features/wallet/balance";
import { jsonAnswer } from "@/test-page";
import { neverAnswer, stubFetch } from "@/testing/pending-work";
import {
  AUTO_INTERVAL_MS,
  clearPicks,
  DRAW_MS,
  drawnSoFar,
  kenoTable,
  pickAtRandom,
  setRandomCount,
  togglePick,
  useKenoTable,
} from "./table";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const table = useKenoTable.getState;
const drawn = [5, 40, 17, 3, 22, 31, 8, 12, 1, 29];
const bet = { bet: 10, risk: "medium", picks: [5, 6, 40] } as const;
let points = 100;
let seq = 0;

/** The server's side of a bet whose draw is always the same: 2 of 3 hit, 4 times the stake. */
async function twoHits(request: Request): Promise<Response> {
  if (!request.url.endsWith("/bet")) return jsonAnswer({ success: true });
  const params: { bet: number } = JSON.parse(await request.clone().text());
  const payout = params.bet * 4;
  points += payout - params.bet;
  seq += 1;
  const round = {
    id: `r${seq}`,
    game: "keno",
    pairId: "p1",
    nonce: seq,
    createdAt: "2026-11-21T10:00:00Z",
    staked: params.bet,
    payout,
    result: "win",
    params,
    detail: { draws: [], drawn, hits: 2, multiplier: "4.00", payout },
  };
  return jsonAnswer({ success: true, round, balance: points, seq });
}

const bets = () => fetched.mock.calls.filter(([request]) => request.url.endsWith("/bet"));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  points = 100;
  seq = 0;
  closeWallet();
  openWallet("7", points);
  fetched.mockReset().mockImplementation(twoHits);
  stubFetch(fetched);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(async () => {
  kenoTable.leave();
  clearPicks();
  setRandomCount(10);
  await pass(10_000);
  vi.useRealTimers();
});

describe("one draw", () => {
  it("sends bet, risk and picks", async () => {
    void kenoTable.play(bet);
    await pass(0);
    expect(await bets()[0]?.[0].clone().json()).toEqual(bet);
  });

  it("shows one number every 200 ms, and the balance at the end", async () => {
    void kenoTable.play(bet);
    await pass(0);
    expect(drawnSoFar(table())).toEqual([5]);
    await pass(DRAW_MS);
    expect(drawnSoFar(table())).toEqual([5, 40]);
    await pass(8 * DRAW_MS);
    expect(drawnSoFar(table())).toEqual(drawn);
    expect(currentBalance()).toBe(130);
    expect(shownBalance()).toBe(100);
    await pass(DRAW_MS);
    expect(table().shown).toMatchObject({ hits: 2, multiplier: "4.00", payout: 40 });
    expect(shownBalance()).toBe(130);
    expect(drawnSoFar(table())).toEqual(drawn);
  });

  it("is out of view when the next begins and when the picks change", async () => {
    void kenoTable.play(bet);
    await pass(10 * DRAW_MS);
    fetched.mockImplementation(neverAnswer);
    void kenoTable.play(bet);
    expect(table().phase).toBe("asking");
    expect(drawnSoFar(table())).toEqual([]);
  });

  it("leaves the board when a number is picked after it", async () => {
    useKenoTable.setState({ phase: "idle" });
    void kenoTable.play(bet);
    await pass(10 * DRAW_MS);
    togglePick(9);
    expect(table()).toMatchObject({ picks: [9], shown: null });
    expect(drawnSoFar(table())).toEqual([]);
  });
});

it("an auto run draws again and again with the same picks", async () => {
  const plan = { rounds: 2, stopAtProfit: null, stopAtLoss: null };
  void kenoTable.startAuto(bet, plan);
  await pass(AUTO_INTERVAL_MS - 1);
  expect(bets()).toHaveLength(1);
  await pass(3 * AUTO_INTERVAL_MS);
  expect(bets()).toHaveLength(2);
  expect(table().notice?.text).toBe("Auto finished: 2 draws.");
});

describe("a random pick", () => {
  it("fills up one number after the other", async () => {
    setRandomCount(4);
    togglePick(13);
    void pickAtRandom(40);
    expect(table().picks).toHaveLength(2);
    await pass(1_000);
    expect(table().picks).toHaveLength(4);
    expect(table().picks[0]).toBe(13);
  });

  it("ends when a number is pressed by hand", async () => {
    void pickAtRandom(40);
    clearPicks();
    await pass(1_000);
    expect(table().picks).toEqual([]);
  });
});
