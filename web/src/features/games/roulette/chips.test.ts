import { describe, expect, it } from "vitest";
import vectors from "../common/checker/round-vectors.json";
import type { Round } from "../common/queries";
import {
  doubled,
  isEmpty,
  noBets,
  outlook,
  returnedBy,
  stakeProblem,
  totalOf,
  wireBets,
  withChip,
  withoutChip,
} from "./chips";
import { readRouletteRound } from "./model";
import { STATED_RULES } from "./rules";

describe("chips", () => {
  it("on the same spot are one bet", () => {
    const bets = withChip(withChip(withChip(noBets, "red", 5), "red", 10), "straight-17", 1);
    expect(bets).toEqual({ red: 15, "straight-17": 1 });
    expect(totalOf(bets)).toBe(16);
    expect(wireBets(bets)).toEqual([
      { kind: "straight", amount: 1, numbers: [17] },
      { kind: "red", amount: 15 },
    ]);
  });

  it("are taken away one by one, never below nothing", () => {
    const bets = withChip(noBets, "red", 12);
    expect(withoutChip(bets, "red", 5)).toEqual({ red: 7 });
    expect(withoutChip(bets, "red", 12)).toEqual({});
    expect(isEmpty(withoutChip(bets, "red", 25))).toBe(true);
    expect(withoutChip(bets, "black", 5)).toEqual({ red: 12 });
  });

  it("are doubled together", () => {
    expect(doubled({ red: 3, "dozen-2": 10 })).toEqual({ red: 6, "dozen-2": 20 });
  });

  it("are refused above the limit and above the balance", () => {
    const limits = { minBet: 1, maxBet: 100 };
    expect(stakeProblem(100, limits, 100)).toBeNull();
    expect(stakeProblem(101, limits, 1_000)).toBe(
      "A round takes 100 points at most. That would make 101.",
    );
    expect(stakeProblem(40, limits, 39)).toBe("Your balance is too low for 40 points.");
  });

  it("name dozens and columns by their pick", () => {
    expect(wireBets({ "dozen-3": 2, "column-1": 4 })).toEqual([
      { kind: "dozen", amount: 2, pick: 3 },
      { kind: "column", amount: 4, pick: 1 },
    ]);
  });
});

function recordOf({ params, expect: detail }: (typeof vectors.roulette)[number]): Round {
  const staked = params.bets.reduce((sum, { amount }) => sum + amount, 0);
  const { payout } = detail;
  return {
    id: "r1",
    game: "roulette",
    pairId: "p1",
    nonce: 0,
    createdAt: "2026-11-21T10:00:00Z",
    staked,
    payout,
    result: payout > staked ? "win" : payout === staked ? "push" : "loss",
    params,
    detail,
    rulesHash: "h",
  };
}

describe("a round of the server", () => {
  it.each(vectors.roulette)("$id is read, and pays what the table says", (vector) => {
    const round = readRouletteRound(recordOf(vector));
    if (round === null) throw new Error("Not read");
    expect(round.number).toBe(vector.expect.number);
    expect(round.colour).toBe(vector.expect.colour);
    expect(totalOf(round.bets)).toBe(round.staked);
    expect(totalOf(round.paid)).toBe(vector.expect.payout);
    expect(returnedBy(round.bets, round.number, STATED_RULES)).toBe(vector.expect.payout);
  });

  it("of another shape is none", () => {
    const [vector] = vectors.roulette;
    if (vector === undefined) throw new Error("No vectors");
    const record = recordOf(vector);
    expect(readRouletteRound({ ...record, game: "dice" })).toBeNull();
    expect(readRouletteRound({ ...record, result: null })).toBeNull();
    expect(readRouletteRound({ ...record, detail: { ...record.detail, number: 37 } })).toBeNull();
    expect(readRouletteRound({ ...record, detail: { ...record.detail, paid: [] } })).toBeNull();
    const bets = [{ kind: "split", amount: 1, numbers: [1, 5] }];
    expect(readRouletteRound({ ...record, params: { bets } })).toBeNull();
  });
});

describe("the outlook of some bets", () => {
  it("says what the best number returns and how many give a profit", () => {
    expect(outlook({ red: 10 }, STATED_RULES)).toEqual({ total: 10, highest: 20, profitable: 18 });
    expect(outlook({ red: 10, black: 10 }, STATED_RULES)).toMatchObject({ profitable: 0 });
    expect(outlook({ "straight-7": 5, red: 5 }, STATED_RULES)).toEqual({
      total: 10,
      highest: 190,
      profitable: 1,
    });
  });
});
