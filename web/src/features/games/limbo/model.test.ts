import { describe, expect, it } from "vitest";
import vectors from "../common/checker/round-vectors.json";
import type { Round } from "../common/queries";
import { hundredthsText } from "../common/tables/reading";
import { gaugePlace, payoutOnWin, readLimboRound, readTarget } from "./model";
import { limboChance } from "./odds";
import { STATED_RULES } from "./rules";

describe("a typed target", () => {
  it.each([
    ["2", 200],
    ["2.00", 200],
    ["2.5", 250],
    ["2,05", 205],
    [" 1.01 ", 101],
    ["1500", 150_000],
    ["1500,00", 150_000],
    ["7.", 700],
  ])("%j is %i hundredths", (typed, target) => {
    expect(readTarget(typed, STATED_RULES)).toEqual({ target, problem: null });
  });

  it.each([
    ["", "Enter a target"],
    ["two", "A target is a number such as 2.00"],
    ["-2", "A target is a number such as 2.00"],
    ["1e3", "A target is a number such as 2.00"],
    ["1,500.00", "A target is a number such as 2.00"],
    ["2.005", "A target has at most two decimals"],
    ["1", "The lowest target is 1.01"],
    ["1.00", "The lowest target is 1.01"],
    ["1500.01", "The highest target is 1500.00"],
  ])("%j is refused: %s", (typed, problem) => {
    expect(readTarget(typed, STATED_RULES)).toEqual({ target: null, problem });
  });

  it("obeys the table in force", () => {
    const table = { ...STATED_RULES, maxTarget: 5_000 };
    expect(readTarget("50.01", table).problem).toBe("The highest target is 50.00");
  });
});

/** A vector as the server would answer it: the target as text. */
function recordOf({ params, expect: detail }: (typeof vectors.limbo)[number]): Round {
  const { bet, target } = params;
  const { payout } = detail;
  const result = payout > bet ? "win" : payout === bet ? "push" : "loss";
  return {
    id: "r1",
    game: "limbo",
    pairId: "p1",
    nonce: 0,
    createdAt: "2026-11-21T10:00:00Z",
    staked: bet,
    payout,
    result,
    params: { bet, target: hundredthsText(target) },
    detail,
    rulesHash: "h",
  };
}

describe("a round of the server", () => {
  it.each(vectors.limbo)("$id is read", (vector) => {
    const round = readLimboRound(recordOf(vector));
    expect(round?.target).toBe(vector.params.target);
    expect(hundredthsText(round?.reached ?? 0)).toBe(vector.expect.result);
    expect(round?.won).toBe((round?.reached ?? 0) >= (round?.target ?? 0));
    if (vector.expect.won) expect(payoutOnWin(vector.params)).toBe(vector.expect.payout);
  });

  it("of another shape is none", () => {
    const [vector] = vectors.limbo;
    if (vector === undefined) throw new Error("No vectors");
    const record = recordOf(vector);
    expect(readLimboRound({ ...record, game: "dice" })).toBeNull();
    expect(readLimboRound({ ...record, result: null })).toBeNull();
    expect(readLimboRound({ ...record, params: { bet: 1 } })).toBeNull();
    expect(readLimboRound({ ...record, detail: { result: "1.234", won: true } })).toBeNull();
  });
});

describe("the gauge", () => {
  it.each(["balanced", "classic"] as const)("is lit for the chance to win, %s", (preset) => {
    const table = { ...STATED_RULES, preset };
    for (const target of [101, 119, 120, 150, 200, 333, 1_050, 9_999, 40_000, 150_000]) {
      const { part, of } = limboChance(table, target);
      expect(1 - gaugePlace(target, table)).toBeCloseTo(Number(part) / Number(of), 8);
    }
  });

  it("never falls as the multiplier grows", () => {
    for (const preset of ["balanced", "classic"] as const) {
      const table = { ...STATED_RULES, preset };
      let before = 0;
      for (let reached = 100; reached <= 150_000; reached += 37) {
        const place = gaugePlace(reached, table);
        expect(place).toBeGreaterThanOrEqual(before);
        expect(place).toBeLessThanOrEqual(1);
        before = place;
      }
    }
  });
});
