import { describe, expect, it } from "vitest";
import { type AutoPlan, type AutoWords, readPlan, stopReason } from "./auto";

const words: AutoWords = {
  count: "Number of rolls",
  range: (most) => `1 to ${most} rolls`,
  progress: (done) => done,
  finished: (done) => `Auto finished: ${done} rolls.`,
  stopped: (done) => `Auto stopped after ${done} rolls.`,
  endless: true,
};
const endless: AutoPlan = { rounds: 0, stopAtProfit: null, stopAtLoss: null };
const reason = (plan: Partial<AutoPlan>, done: number, net: number, bet = 10, balance = 1_000) =>
  stopReason({ plan: { ...endless, ...plan }, done, net }, bet, balance, words);

describe("a run", () => {
  it("goes on for ever with a count of 0", () => {
    expect(reason({}, 1_000_000, -500)).toBeNull();
  });

  it("ends after its count", () => {
    expect(reason({ rounds: 5 }, 4, 0)).toBeNull();
    expect(reason({ rounds: 5 }, 5, 0)).toBe("Auto finished: 5 rolls.");
  });

  it("ends at the profit or loss that was set", () => {
    expect(reason({ stopAtProfit: 50 }, 3, 49)).toBeNull();
    expect(reason({ stopAtProfit: 50 }, 3, 50)).toBe("Auto stopped: your profit reached 50.");
    expect(reason({ stopAtLoss: 30 }, 3, -29)).toBeNull();
    expect(reason({ stopAtLoss: 30 }, 3, -30)).toBe("Auto stopped: your loss reached 30.");
  });

  it("ends when the bet is above the balance", () => {
    expect(reason({}, 3, 0, 10, 10)).toBeNull();
    expect(reason({}, 3, 0, 10, 9)).toBe("Auto stopped: your balance is below the bet.");
  });
});

describe("a typed plan", () => {
  it("has no limits where nothing was typed", () => {
    expect(readPlan({ rounds: "", stopAtProfit: " ", stopAtLoss: "" }, words).plan).toEqual(
      endless,
    );
    expect(readPlan({ rounds: "0", stopAtProfit: "5", stopAtLoss: "7" }, words).plan).toEqual({
      rounds: 0,
      stopAtProfit: 5,
      stopAtLoss: 7,
    });
  });

  it.each([
    [{ rounds: "-1" }, "rounds"],
    [{ rounds: "10001" }, "rounds"],
    [{ rounds: "1.5" }, "rounds"],
    [{ stopAtProfit: "0" }, "stopAtProfit"],
    [{ stopAtLoss: "x" }, "stopAtLoss"],
  ])("%j is refused", (part, field) => {
    const reading = readPlan({ rounds: "1", stopAtProfit: "", stopAtLoss: "", ...part }, words);
    expect(reading.plan).toBeNull();
    expect(Object.keys(reading.problems ?? {})).toEqual([field]);
  });

  it("has an end where the game sets one", () => {
    const limited: AutoWords = { ...words, max: 100, endless: false };
    const typed = { stopAtProfit: "", stopAtLoss: "" };
    expect(readPlan({ ...typed, rounds: "100" }, limited).plan?.rounds).toBe(100);
    for (const rounds of ["", "0", "101"])
      expect(readPlan({ ...typed, rounds }, limited).problems?.rounds).toBe("1 to 100 rolls");
  });
});
