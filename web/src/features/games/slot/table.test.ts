import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeWallet, openWallet, shownBalance } from "@/features/wallet/balance";
import { jsonAnswer } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import type { AutoPlan } from "../common/auto";
import { STATED_RULES } from "./model";
import vectors from "./slot-vectors.json";
import { slotTable, useSlotTable } from "./table";

const endless: AutoPlan = { rounds: 0, stopAtProfit: null, stopAtLoss: null };
const fetched = vi.fn<(request: Request) => Promise<Response>>();
const table = useSlotTable.getState;
const balanced = vectors.filter((vector) => vector.params.preset === "balanced");
let points = 1_000;
let seq = 0;
let label: string | null = null;
let bones = 0;

/** The server's side of a spin: a round of the vectors with the label and bones asked for. */
async function spun(request: Request): Promise<Response> {
  if (!request.url.endsWith("/bet")) return jsonAnswer({ success: true });
  const { bet }: { bet: number } = JSON.parse(await request.clone().text());
  const drawn = balanced.find(
    ({ expect: told }) => told.label === label && told.bones.length === bones,
  );
  if (drawn === undefined) throw new Error("No such round.");
  const payout = Math.floor(bet * Number(drawn.expect.multiplier));
  points += payout - bet;
  seq += 1;
  const round = {
    id: `r${seq}`,
    game: "slot",
    pairId: "p1",
    nonce: seq,
    createdAt: "2025-11-21T10:00:00Z",
    staked: bet,
    payout,
    result: payout > bet ? "win" : "loss",
    params: { bet },
    detail: { ...drawn.expect, payout },
    rulesHash: "h",
  };
  return jsonAnswer({ success: true, round, balance: points, seq });
}

const bets = () => fetched.mock.calls.filter(([request]) => request.url.endsWith("/bet"));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  // Pictures are never drawn here: everything has to come to its end by the clock alone.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  vi.stubGlobal("requestAnimationFrame", () => 0);
  points = 1_000;
  seq = 0;
  label = null;
  bones = 0;
  closeWallet();
  openWallet("7", points);
  fetched.mockReset().mockImplementation(spun);
  stubFetch(fetched);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  useSlotTable.setState({ turbo: false, mode: "manual", betText: "10" });
});

afterEach(async () => {
  slotTable.leave();
  slotTable.dismissShortage();
  await pass(20_000);
  vi.useRealTimers();
});

describe("one spin", () => {
  it("shows the board and the balance when the reels have come to rest, not before", async () => {
    void slotTable.play(10);
    expect(table()).toMatchObject({ phase: "asking", beat: "spinning" });
    await pass(900);
    expect(table()).toMatchObject({ phase: "showing", beat: "spinning", standing: null });
    expect(shownBalance()).toBe(1_000);
    await pass(2_000);
    expect(table()).toMatchObject({ phase: "idle", beat: "rest", celebration: null });
    expect(table().standing?.bones).toEqual([]);
    expect(shownBalance()).toBe(990);
  });

  it("lights the bones one after the other before the balance changes", async () => {
    bones = 3;
    void slotTable.play(10);
    const seen: number[] = [];
    const unwatch = useSlotTable.subscribe(({ lit }) => {
      if (seen.at(-1) !== lit) seen.push(lit);
    });
    await pass(2_500);
    expect(table().beat).toBe("lighting");
    expect(shownBalance()).toBe(1_000);
    await pass(4_000);
    unwatch();
    expect(seen).toEqual([0, 1, 2, 3]);
    expect(shownBalance()).toBe(points);
    expect(points).toBeGreaterThan(1_000);
    expect(table().celebration).toBeNull();
  });

  it("is quicker in turbo", async () => {
    slotTable.toggleTurbo();
    void slotTable.play(10);
    await pass(1_000);
    expect(table().phase).toBe("idle");
  });

  it("ends soon after it is skipped, even before the answer", async () => {
    bones = 4;
    void slotTable.play(10);
    slotTable.skip();
    await pass(1_500);
    expect(table()).toMatchObject({ phase: "idle", beat: "rest", lit: 4 });
    expect(shownBalance()).toBe(points);
  });

  it("is bet once, however often it is asked for", async () => {
    void slotTable.play(10);
    void slotTable.play(10);
    await pass(300);
    void slotTable.play(10);
    await pass(5_000);
    expect(bets()).toHaveLength(1);
  });

  it("puts the board at once with reduced motion", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    bones = 5;
    label = "GREAT WIN";
    void slotTable.play(10);
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", spin: null, beat: "rest", lit: 5 });
    expect(table().celebration?.label).toBe("GREAT WIN");
    expect(shownBalance()).toBe(points);
  });

  it("lets the reels come back when it is refused", async () => {
    const before = table().board;
    fetched.mockImplementation(async () =>
      jsonAnswer(
        { success: false, error: "insufficient_points", message: "Insufficient points" },
        400,
      ),
    );
    void slotTable.play(10);
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", isShort: true });
    await pass(3_000);
    expect(table()).toMatchObject({ beat: "rest", board: before });
    expect(shownBalance()).toBe(1_000);
  });

  it("does not spin for ever when the answer is another game's", async () => {
    fetched.mockImplementation(async (request) => {
      const answer = await (await spun(request)).json();
      return jsonAnswer({ ...answer, round: { ...answer.round, game: "dice" } });
    });
    void slotTable.play(10);
    await pass(3_000);
    expect(table()).toMatchObject({ phase: "idle", beat: "rest" });
  });

  it("finishes unseen when the page is left", async () => {
    void slotTable.play(10);
    await pass(400);
    slotTable.leave();
    await pass(0);
    expect(table()).toMatchObject({ phase: "idle", spin: null, beat: "rest" });
    expect(shownBalance()).toBe(990);
  });
});

describe("the window of a win", () => {
  it("opens from 5x with its label, and stays until it is closed", async () => {
    bones = 6;
    label = "MEGA WIN";
    void slotTable.play(10);
    await pass(6_000);
    expect(table().celebration?.label).toBe("MEGA WIN");
    await pass(30_000);
    expect(table().celebration).not.toBeNull();
    expect(shownBalance()).toBe(points);
    slotTable.dismissCelebration();
    expect(table().celebration).toBeNull();
  });

  it("ends the count when it is closed early", async () => {
    bones = 6;
    label = "MEGA WIN";
    void slotTable.play(10);
    await pass(4_800);
    expect(table()).toMatchObject({ beat: "counting", phase: "showing" });
    slotTable.dismissCelebration();
    await pass(400);
    expect(table()).toMatchObject({ phase: "idle", celebration: null });
    expect(shownBalance()).toBe(points);
  });

  it("closes itself in auto, and the run goes on after it", async () => {
    bones = 5;
    label = "BIG WIN";
    void slotTable.startAuto(10, { ...endless, rounds: 2 });
    await pass(5_200);
    expect(table().celebration).not.toBeNull();
    expect(bets()).toHaveLength(1);
    await pass(8_000);
    expect(bets()).toHaveLength(2);
    await pass(10_000);
    expect(table()).toMatchObject({ run: null, celebration: null });
  });

  it("closed by hand in auto lets the next spin begin", async () => {
    bones = 5;
    label = "BIG WIN";
    slotTable.toggleTurbo();
    void slotTable.startAuto(10, endless);
    await pass(3_600);
    expect(table()).toMatchObject({ beat: "rest" });
    expect(table().celebration).not.toBeNull();
    slotTable.dismissCelebration();
    await pass(0);
    expect(bets()).toHaveLength(2);
  });
});

describe("an auto run", () => {
  it("spins until its count is reached, one after the other", async () => {
    void slotTable.startAuto(10, { ...endless, rounds: 3 });
    await pass(1_500);
    expect(bets()).toHaveLength(1);
    await pass(8_000);
    expect(bets()).toHaveLength(3);
    expect(table()).toMatchObject({ run: null, notice: { text: "Auto finished: 3 spins." } });
  });

  it("stops when the points run out", async () => {
    points = 25;
    closeWallet();
    openWallet("7", points);
    void slotTable.startAuto(10, endless);
    await pass(20_000);
    expect(bets()).toHaveLength(2);
    expect(table().notice?.text).toBe("Auto stopped: your balance is below the bet.");
  });

  it("ends with the visit", async () => {
    void slotTable.startAuto(10, endless);
    await pass(300);
    slotTable.leave();
    await pass(20_000);
    expect(bets()).toHaveLength(1);
  });
});

it("begins with a bet that the balance covers", () => {
  slotTable.setBetText("50");
  closeWallet();
  openWallet("7", 30);
  slotTable.enter(STATED_RULES);
  expect(table().betText).toBe("25");
});
