import { describe, expect, it } from "vitest";
import vectors from "../common/checker/round-vectors.json";
import {
  expectedReturn,
  fairMultiplier,
  mirroredTarget,
  nearestTarget,
  paidMultiplier,
  payoutOnWin,
  readDiceRound,
  winChance,
} from "./model";

describe("the target", () => {
  it.each([
    ["50", 50],
    ["50.4", 50],
    ["50.5", 51],
    ["50,5", 51],
    ["0", 1],
    ["-7", 1],
    ["100", 99],
    ["", null],
    ["ten", null],
  ])("%j becomes %s", (typed, target) => {
    expect(nearestTarget(typed)).toBe(target);
  });

  it("mirrored twice is itself, and keeps its chance", () => {
    for (let target = 1; target <= 99; target += 1) {
      expect(mirroredTarget(mirroredTarget(target))).toBe(target);
      expect(winChance(mirroredTarget(target), "over")).toBe(winChance(target, "under"));
    }
  });
});

describe("what a win returns", () => {
  // docs/games.md, section 3: the payouts of bet 1 at every chance.
  const table: [number, number, number][] = [
    [1, 1, 99],
    [2, 2, 49],
    [3, 3, 33],
    [4, 4, 24],
    [5, 5, 19],
    [6, 6, 16],
    [7, 7, 14],
    [8, 8, 12],
    [9, 9, 11],
    [10, 11, 9],
    [12, 12, 8],
    [13, 14, 7],
    [15, 16, 6],
    [17, 19, 5],
    [20, 24, 4],
    [25, 33, 3],
    [34, 49, 2],
    [50, 99, 1],
  ];
  it.each(table)("at chance %i to %i a bet of 1 returns %i", (from, to, payout) => {
    for (let chance = from; chance <= to; chance += 1)
      expect(payoutOnWin(1, chance, 99)).toBe(payout);
  });

  it("is never more than 99% on average", () => {
    for (let bet = 1; bet <= 100; bet += 1)
      for (let chance = 1; chance <= 99; chance += 1)
        expect(chance * payoutOnWin(bet, chance, 99)).toBeLessThanOrEqual(99 * bet);
  });

  it.each([
    [1, 50, "50.00"],
    [2, 67, "67.00"],
    [10, 91, "91.00"],
    [50, 84, "97.44"],
    [100, 78, "98.28"],
  ])("bet %i at chance %i gives back %s%% on average", (bet, chance, stated) => {
    expect(expectedReturn(bet, chance, 99)).toBe(stated);
  });
});

describe("the published rounds", () => {
  it.each(vectors.dice)("$params of $client_seed:$nonce", ({ params, expect: stated }) => {
    const direction = params.direction === "under" ? "under" : "over";
    const chance = winChance(params.target, direction);
    expect(chance).toBe(stated.chance);
    expect(fairMultiplier(chance)).toBe(stated.fair_multiplier);
    expect(paidMultiplier(chance, 99)).toBe(stated.multiplier);
    if (stated.won) expect(payoutOnWin(params.bet, chance, 99)).toBe(stated.payout);
  });
});

describe("a round of the server", () => {
  const record = {
    id: "r1",
    game: "dice",
    pairId: "p1",
    nonce: 0,
    rulesHash: "0",
    createdAt: "2025-11-21T10:00:00Z",
    staked: 10,
    payout: 19,
    result: "win" as const,
    params: { bet: 10, target: 50, direction: "under" },
    detail: { draws: [[10000, 123]], roll: "1.23", won: true, chance: 50, multiplier: "1.9800" },
  };

  it("is read once at the edge", () => {
    expect(readDiceRound(record)).toMatchObject({ bet: 10, roll: "1.23", won: true, payout: 19 });
  });

  it.each([
    { game: "limbo" },
    { result: null },
    { params: { bet: "10", target: 50, direction: "under" } },
    { params: { bet: 10, target: 50, direction: "up" } },
    { detail: { roll: 1.23, won: true, multiplier: "1.9800" } },
    { detail: { roll: "123.4", won: true, multiplier: "1.9800" } },
    { detail: { roll: "1.23" } },
    { detail: { roll: "1.23", won: true } },
  ])("of another shape is none: %j", (part) => {
    expect(readDiceRound({ ...record, ...part })).toBeNull();
  });
});
