import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeWallet, currentBalance, openWallet, shownBalance } from "@/features/wallet/balance";
import { jsonAnswer } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import {
  chipsOnShow,
  clearBets,
  clearSpot,
  doubleBets,
  placeAmount,
  placeChip,
  repeatBets,
  rouletteTable,
  SPIN_MS,
  setChip,
  settledRound,
  skipSpin,
  takeChip,
  undo,
  useRouletteTable,
} from "./table";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const table = useRouletteTable.getState;
const limits = { minBet: 1, maxBet: 100 };
let points = 300;
let seq = 0;

type SentBet = { kind: string; amount: number; numbers?: number[]; pick?: number };

/** The server's side: 17 comes, and pays straights on it and black. */
async function seventeen(request: Request): Promise<Response> {
  if (!request.url.endsWith("/bet")) return jsonAnswer({ success: true });
  const params: { bets: SentBet[] } = JSON.parse(await request.clone().text());
  const paid = params.bets.map(({ kind, amount, numbers }) => {
    if (kind === "black") return 2 * amount;
    return kind === "straight" && numbers?.includes(17) === true ? 36 * amount : 0;
  });
  const staked = params.bets.reduce((sum, { amount }) => sum + amount, 0);
  const payout = paid.reduce((sum, back) => sum + back, 0);
  points += payout - staked;
  seq += 1;
  const round = {
    id: `r${seq}`,
    game: "roulette",
    pairId: "p1",
    nonce: seq,
    createdAt: "2026-11-21T10:00:00Z",
    staked,
    payout,
    result: payout > staked ? "win" : payout === staked ? "push" : "loss",
    params,
    detail: { draws: [[37, 17]], number: 17, colour: "black", paid, payout },
    rulesHash: "h",
  };
  return jsonAnswer({ success: true, round, balance: points, seq });
}

const bets = () => fetched.mock.calls.filter(([request]) => request.url.endsWith("/bet"));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  points = 300;
  seq = 0;
  closeWallet();
  openWallet("7", points);
  fetched.mockReset().mockImplementation(seventeen);
  stubFetch(fetched);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  setChip(5);
});

afterEach(async () => {
  rouletteTable.leave();
  await pass(10_000);
  clearBets(limits);
  vi.useRealTimers();
});

describe("chips on the table", () => {
  it("of the same spot are one bet, and can be undone one by one", () => {
    placeChip("red", limits);
    setChip(10);
    placeChip("red", limits);
    placeChip("straight-0", limits);
    expect(table().placed).toEqual({ red: 15, "straight-0": 10 });
    undo();
    expect(table().placed).toEqual({ red: 15 });
    undo();
    undo();
    expect(table().placed).toEqual({});
  });

  it("are taken away by the chosen chip, or all at once", () => {
    placeAmount("red", 12, limits);
    takeChip("red", limits);
    expect(table().placed).toEqual({ red: 7 });
    takeChip("black", limits);
    clearSpot("red", limits);
    expect(table().placed).toEqual({});
    undo();
    expect(table().placed).toEqual({ red: 7 });
  });

  it("above 100 are refused with the reason, and nothing changes", () => {
    placeAmount("red", 60, limits);
    doubleBets(limits);
    expect(table()).toMatchObject({
      placed: { red: 60 },
      refusal: "A round takes 100 points at most. That would make 120.",
    });
    placeAmount("black", 40, limits);
    expect(table()).toMatchObject({ placed: { red: 60, black: 40 }, refusal: null });
  });

  it("above the balance are refused", () => {
    closeWallet();
    openWallet("8", 7);
    placeChip("red", limits);
    placeChip("red", limits);
    expect(table()).toMatchObject({
      placed: { red: 5 },
      refusal: "Your balance is too low for 10 points.",
    });
  });
});

describe("a spin", () => {
  it("sends every spot once, in the shape of the rules", async () => {
    placeChip("column-2", limits);
    placeChip("straight-17", limits);
    placeChip("straight-17", limits);
    placeChip("low", limits);
    void rouletteTable.play(table().placed);
    await pass(0);
    expect(await bets()[0]?.[0].clone().json()).toEqual({
      bets: [
        { kind: "straight", amount: 10, numbers: [17] },
        { kind: "column", amount: 5, pick: 2 },
        { kind: "low", amount: 5 },
      ],
    });
  });

  it("keeps result and balance back until the ball lies still", async () => {
    placeChip("straight-17", limits);
    placeChip("red", limits);
    void rouletteTable.play(table().placed);
    await pass(SPIN_MS - 1);
    expect(settledRound(table())).toBeNull();
    expect(currentBalance()).toBe(470);
    expect(shownBalance()).toBe(300);
    expect(chipsOnShow(table())).toEqual({ "straight-17": 5, red: 5 });
    await pass(1);
    expect(settledRound(table())).toMatchObject({
      number: 17,
      colour: "black",
      paid: { "straight-17": 180, red: 0 },
    });
    expect(shownBalance()).toBe(470);
  });

  it("ends at once when it is skipped", async () => {
    placeChip("black", limits);
    void rouletteTable.play(table().placed);
    await pass(300);
    skipSpin();
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", showing: null });
    expect(shownBalance()).toBe(305);
  });

  it("takes no chips while it runs, and none stay for the next", async () => {
    placeChip("black", limits);
    void rouletteTable.play(table().placed);
    placeChip("red", limits);
    undo();
    await pass(100);
    placeChip("red", limits);
    clearBets(limits);
    await pass(SPIN_MS);
    expect(table()).toMatchObject({ placed: {}, past: [] });
    expect(chipsOnShow(table())).toEqual({ black: 5 });
    placeChip("red", limits);
    expect(chipsOnShow(table())).toEqual({ red: 5 });
    expect(settledRound(table())).toBeNull();
  });

  it("can be bet again", async () => {
    placeChip("black", limits);
    void rouletteTable.play(table().placed);
    await pass(SPIN_MS);
    const { shown } = table();
    repeatBets(shown?.bets ?? {}, limits);
    expect(table().placed).toEqual({ black: 5 });
  });

  it("that is refused leaves the chips where they are", async () => {
    const refusal = { success: false, error: "read_only", message: "The site is read-only" };
    fetched.mockImplementation(async () => jsonAnswer(refusal, 503));
    placeChip("black", limits);
    void rouletteTable.play(table().placed);
    await pass(0);
    expect(table()).toMatchObject({
      phase: "idle",
      placed: { black: 5 },
      notice: { text: "The site is read-only" },
    });
    expect(shownBalance()).toBe(300);
  });
});
