import { describe, expect, it } from "vitest";
import type { Round } from "../common/queries";
import {
  averageReturn,
  coveredBet,
  describeBoard,
  fromHundredths,
  payoutOf,
  readRules,
  readSlotRound,
  type SlotRules,
  STATED_RULES,
  stakeOnlyUpTo,
  sumOfBones,
  winChance,
} from "./model";
import vectors from "./slot-vectors.json";

/** The table as the server publishes it (server/rules/published.toml). */
const published = {
  preset: "balanced",
  bet_steps: [1, 2, 5, 10, 20, 25, 50, 100],
  min_bone: 0.1,
  balanced: {
    draw: "min2",
    bone_unit: 0.1,
    tiers: [
      { weight: 2500, lo: 1.2, hi: 2.8, step: 0.2, bones: 3 },
      { weight: 500, lo: 3, hi: 9, step: 1, bones: 4 },
      { weight: 110, lo: 10, hi: 29, step: 1, bones: 5 },
      { weight: 22, lo: 30, hi: 100, step: 1, bones: 6 },
    ],
  },
  classic: {
    draw: "uniform",
    bone_unit: 0.01,
    tiers: [
      { weight: 3000, lo: 1.2, hi: 2.99, step: 0.01, bones: 3 },
      { weight: 1500, lo: 3, hi: 9.99, step: 0.01, bones: 4 },
      { weight: 700, lo: 10, hi: 29.99, step: 0.01, bones: 5 },
      { weight: 200, lo: 30, hi: 100, step: 0.01, bones: 6 },
    ],
  },
};

function rules(preset: "balanced" | "classic"): SlotRules {
  const read = readRules({ ...published, preset });
  if (read === null) throw new Error("The published table was not read.");
  return read;
}

const roundOf = (vector: (typeof vectors)[number], change: object = {}): Round => ({
  id: vector.id,
  game: "slot",
  pairId: "p1",
  nonce: 1,
  createdAt: "2025-11-21T10:00:00Z",
  staked: vector.params.bet,
  payout: vector.expect.payout,
  result: "win",
  params: { bet: vector.params.bet },
  detail: { ...vector.expect, ...change },
  rulesHash: "h",
});

describe("the odds", () => {
  // server/rules/tests/data/returns.json, in percent with four decimals.
  const returns = {
    balanced: [
      "86.4914",
      "90.8124",
      "96.3680",
      "96.3680",
      "96.3680",
      "96.3680",
      "96.3680",
      "96.3680",
    ],
    classic: [
      "402.1768",
      "416.5101",
      "425.1100",
      "427.8100",
      "429.1600",
      "429.4300",
      "429.9700",
      "430.2400",
    ],
  };

  it.each(["balanced", "classic"] as const)("of %s are exact for every bet", (preset) => {
    const read = rules(preset);
    expect(read.betSteps.map((bet) => averageReturn(bet, read, 4))).toEqual(returns[preset]);
  });

  it("are shown with two decimals", () => {
    expect(averageReturn(10, STATED_RULES)).toBe("96.37");
    expect(winChance(STATED_RULES)).toBe("31.32");
    expect(winChance(rules("classic"))).toBe("54.00");
  });

  it("say up to where a win only returns the stake", () => {
    expect(stakeOnlyUpTo(1, STATED_RULES)).toBe(180);
    expect(stakeOnlyUpTo(2, STATED_RULES)).toBe(140);
    expect(stakeOnlyUpTo(5, STATED_RULES)).toBeNull();
  });
});

describe("the published table", () => {
  it("is the stated one in the default preset", () => {
    expect(rules("balanced")).toEqual(STATED_RULES);
  });

  it.each([
    null,
    {},
    { ...published, preset: "other" },
    { ...published, bet_steps: [] },
    { ...published, balanced: { ...published.balanced, draw: "max2" } },
    { ...published, balanced: { ...published.balanced, tiers: [{ weight: 1 }] } },
  ])("is not read when it has another shape: %j", (table) => {
    expect(readRules(table)).toBeNull();
  });
});

describe("a round", () => {
  it.each(vectors)("$id is read as the server drew it", (vector) => {
    const round = readSlotRound(roundOf(vector));
    if (round === null) throw new Error("Not read.");
    expect(round.board).toHaveLength(15);
    expect(round.board.map((cell) => cell.symbol)).toEqual(vector.expect.board.flat());
    expect(round.label).toBe(vector.expect.label);
    const sum = round.bones.reduce((total, bone) => total + fromHundredths(bone.value), 0);
    expect(sum).toBe(fromHundredths(round.multiplier));
    expect(payoutOf(round.bet, sum)).toBe(vector.expect.payout);
  });

  const [losing] = vectors;
  const winning = vectors.find((vector) => vector.expect.bones.length > 0);
  it.each([
    ["of another game", { game: "dice" }, {}],
    ["with a board of other symbols", {}, { board: [["cat"]] }],
    ["with a bone where the board has none", {}, { bones: [] }],
    ["with a bone outside the board", {}, { bones: [{ cell: 15, value: "1.20" }] }],
    ["with an unknown label", {}, { label: "HUGE WIN" }],
    ["without a multiplier", {}, { multiplier: undefined }],
  ])("%s is not read", (_, record, detail) => {
    if (winning === undefined) throw new Error("No win among the vectors.");
    expect(readSlotRound({ ...roundOf(winning, detail), ...record })).toBeNull();
  });

  it("is described in words", () => {
    const read = losing === undefined ? null : readSlotRound(roundOf(losing));
    expect(describeBoard(read?.board ?? [])[0]).toBe("ball, boomerang, hat, paw, hat");
    const bones = [
      { cell: 0, value: "0.40" },
      { cell: 7, value: "0.80" },
    ];
    expect(sumOfBones({ bones, multiplier: "1.20" })).toBe("0.40 + 0.80 = 1.20x");
  });
});

it("the bet falls to the largest step that the balance covers", () => {
  expect(coveredBet(50, 1_000, STATED_RULES)).toBe(50);
  expect(coveredBet(50, 24, STATED_RULES)).toBe(20);
  expect(coveredBet(50, 0, STATED_RULES)).toBeNull();
});
