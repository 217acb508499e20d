import { describe, expect, it } from "vitest";
import { ladderOf, shareOf } from "./tiers";

const tier = (wager: number, reward: number, name = "") => ({ name, wager, reward });

describe("the ladder", () => {
  it("climbs from the entry up, whatever the order it was written in", () => {
    const ladder = ladderOf([tier(500_000, 500), tier(10_000, 10, "Starter"), tier(25_000, 25)]);
    expect(ladder).toEqual([
      { name: "Starter", wager: "$10,000+", reward: "$10", height: 0 },
      { name: "", wager: "$25,000+", reward: "$25", height: 0.5 },
      { name: "", wager: "$500,000+", reward: "$500", height: 1 },
    ]);
  });

  it("may have one rung, or none", () => {
    expect(ladderOf([tier(1_000, 1)])[0]?.height).toBe(1);
    expect(ladderOf([])).toEqual([]);
  });
});

describe("the share that a reward gives back", () => {
  it.each([
    [[tier(10_000, 10), tier(250_000, 250)], "0.1%"],
    [[tier(10_000, 10), tier(20_000, 50)], "0.1% to 0.25%"],
    [[tier(30_000, 10)], "0.0333%"],
    [[tier(0, 5)], null],
    [[], null],
  ])("of %j is %j", (tiers, share) => {
    expect(shareOf(tiers)).toBe(share);
  });
});
