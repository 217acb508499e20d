import { describe, expect, it } from "vitest";
import type { Round } from "../common/queries";
import vectors from "./check/vectors.json";
import {
  bucketBeside,
  bucketOf,
  bucketText,
  compactText,
  multiplierText,
  readPlinkoRound,
} from "./model";

function recordOf({ params, expect: detail }: (typeof vectors.plinko)[number]): Round {
  const { payout } = detail;
  const { bet } = params;
  return {
    id: "r1",
    game: "plinko",
    pairId: "p1",
    nonce: 0,
    createdAt: "2026-11-21T10:00:00Z",
    staked: bet,
    payout,
    result: payout > bet ? "win" : payout === bet ? "push" : "loss",
    rulesHash: "h",
    params,
    detail,
  };
}

const [sample] = vectors.plinko.map(recordOf);
if (sample === undefined) throw new Error("There are no vectors.");

describe("a round of the server", () => {
  it.each(vectors.plinko)("is read: $id", (vector) => {
    const { path, bucket, multiplier, payout } = vector.expect;
    const { bet, rows, risk } = vector.params;
    expect(readPlinkoRound(recordOf(vector))).toMatchObject({
      bet,
      staked: bet,
      rows,
      risk,
      path,
      bucket,
      multiplier,
      payout,
    });
  });

  it.each<[string, Partial<Round>]>([
    ["another game", { game: "keno" }],
    ["no result", { result: null }],
    ["rows that no board has", { params: { ...sample.params, rows: 17 } }],
    ["no risk", { params: { ...sample.params, risk: "none" } }],
    ["no bet", { params: { ...sample.params, bet: "10" } }],
    ["a path of another length", { detail: { ...sample.detail, path: "LLRRLLR" } }],
    ["a path with other letters", { detail: { ...sample.detail, path: "LLRRLLR?" } }],
    ["a bucket that the path does not lead to", { detail: { ...sample.detail, bucket: 5 } }],
    ["no multiplier", { detail: { ...sample.detail, multiplier: 0.5 } }],
  ])("with %s is not shown", (_, part) => {
    expect(readPlinkoRound({ ...sample, ...part })).toBeNull();
  });
});

it("a path leads to the bucket of its steps to the right", () => {
  expect(bucketOf("LLLLLLLL")).toBe(0);
  expect(bucketOf("LRLRRRLL")).toBe(4);
  expect(bucketOf("RRRRRRRR")).toBe(8);
});

describe("a multiplier", () => {
  it.each([
    [20, "0.2×", "0.2", "0.2"],
    [4, "0.04×", "0.04", "0.04"],
    [100, "1×", "1", "1"],
    [555, "5.55×", "5.55", "5.6"],
    [1_050, "10.5×", "10.5", "11"],
    [11_000, "110×", "110", "110"],
    [100_000, "1,000×", "1000", "1k"],
    [100_000_000, "1,000,000×", "1000000", "1m"],
  ])("of %i hundredths is %s, in a bucket %s, in a narrow one %s", (hundredths, ...texts) => {
    expect([multiplierText(hundredths), bucketText(hundredths), compactText(hundredths)]).toEqual(
      texts,
    );
  });
});

it.each([
  [4, "ArrowLeft", 3],
  [4, "ArrowRight", 5],
  [4, "ArrowDown", 3],
  [4, "ArrowUp", 5],
  [0, "ArrowLeft", 0],
  [8, "ArrowRight", 8],
  [4, "Home", 0],
  [4, "End", 8],
  [4, "a", null],
])("from bucket %i of 9 %s leads to %s", (from, key, to) => {
  expect(bucketBeside(from, key, 9)).toBe(to);
});
