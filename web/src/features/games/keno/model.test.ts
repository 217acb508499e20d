import { describe, expect, it } from "vitest";
import vectors from "../common/checker/round-vectors.json";
import type { Round } from "../common/queries";
import {
  hitsAmong,
  multiplierText,
  numberBeside,
  payoutSteps,
  randomPicks,
  readKenoRound,
  toggled,
} from "./model";
import { kenoRow } from "./odds";
import { kenoRisks } from "./published-table";
import { STATED_RULES } from "./rules";

describe("picks", () => {
  it("go in and out, and stop at ten", () => {
    expect(toggled([], 7)).toEqual([7]);
    expect(toggled([7, 9], 7)).toEqual([9]);
    const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    expect(toggled(ten, 11)).toBe(ten);
    expect(toggled(ten, 10)).toHaveLength(9);
  });

  it("at random keep what is there and fill up", () => {
    for (let count = 1; count <= 10; count += 1) {
      const picks = randomPicks([40], count, 40);
      expect(new Set(picks).size).toBe(count);
      if (count > 1) expect(picks[0]).toBe(40);
      for (const pick of picks) {
        expect(pick).toBeGreaterThanOrEqual(1);
        expect(pick).toBeLessThanOrEqual(40);
      }
    }
  });

  it("at random start anew when nothing is missing", () => {
    expect(randomPicks([1, 2, 3], 3, 40, (bound) => bound - 1)).toEqual([40, 39, 38]);
    expect(randomPicks([1, 2, 3], 2, 40, () => 0)).toEqual([1, 2]);
  });

  it("at random can reach every number", () => {
    const seen = new Set<number>();
    for (let place = 0; place < 40; place += 1)
      seen.add(randomPicks([], 1, 40, () => place)[0] ?? 0);
    expect(seen.size).toBe(40);
  });
});

describe("the arrow keys on a board of eight columns", () => {
  it.each([
    [10, "ArrowLeft", 9],
    [10, "ArrowRight", 11],
    [10, "ArrowUp", 2],
    [10, "ArrowDown", 18],
    [2, "ArrowUp", 2],
    [1, "ArrowLeft", 1],
    [40, "ArrowRight", 40],
    [35, "ArrowDown", 35],
    [20, "Home", 1],
    [20, "End", 40],
    [20, "a", null],
  ])("from %i with %s to %s", (from, key, to) => {
    expect(numberBeside(from, key, 8, 40)).toBe(to);
  });
});

function recordOf({ params, expect: detail }: (typeof vectors.keno)[number]): Round {
  const { payout } = detail;
  const { bet } = params;
  return {
    id: "r1",
    game: "keno",
    pairId: "p1",
    nonce: 0,
    createdAt: "2026-11-21T10:00:00Z",
    staked: bet,
    payout,
    result: payout > bet ? "win" : payout === bet ? "push" : "loss",
    params,
    detail,
    rulesHash: "h",
  };
}

describe("a round of the server", () => {
  it.each(vectors.keno)("$id is read, and adds up", (vector) => {
    const round = readKenoRound(recordOf(vector));
    if (round === null) throw new Error("Not read");
    expect(round.hits).toBe(hitsAmong(round.picks, round.drawn));
    const row = kenoRow(STATED_RULES, round.risk, round.picks.length);
    const multiplier = row[round.hits] ?? Number.NaN;
    expect((multiplier / 100).toFixed(2)).toBe(round.multiplier);
    expect(Math.floor((round.bet * multiplier) / 100)).toBe(round.payout);
  });

  it("of another shape is none", () => {
    const [vector] = vectors.keno;
    if (vector === undefined) throw new Error("No vectors");
    const record = recordOf(vector);
    expect(readKenoRound({ ...record, game: "dice" })).toBeNull();
    expect(readKenoRound({ ...record, params: { ...record.params, risk: "none" } })).toBeNull();
    expect(readKenoRound({ ...record, params: { ...record.params, picks: [1, "2"] } })).toBeNull();
    expect(readKenoRound({ ...record, detail: { ...record.detail, drawn: null } })).toBeNull();
  });
});

describe("the paytable", () => {
  it("has a row for every risk and number of picks, and pays more for more hits", () => {
    for (const risk of kenoRisks)
      for (let picks = 1; picks <= 10; picks += 1) {
        const steps = payoutSteps(kenoRow(STATED_RULES, risk, picks));
        expect(steps.map(({ hits }) => hits)).toEqual([...Array(picks + 1).keys()]);
        const multipliers = steps.map(({ multiplier }) => multiplier);
        expect(multipliers).toEqual(multipliers.toSorted((left, right) => left - right));
      }
    expect(kenoRow(STATED_RULES, "low", 0)).toEqual([]);
  });

  it("is written for people", () => {
    expect([0, 30, 210, 350, 100_000].map(multiplierText)).toEqual([
      "0×",
      "0.3×",
      "2.1×",
      "3.5×",
      "1,000×",
    ]);
  });
});
