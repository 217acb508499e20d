import { describe, expect, it } from "vitest";
import { doubleBet, halveBet, highestBet, openingBet, readBet } from "./bet";

const limits = { minBet: 1, maxBet: 100 };

describe("a typed bet", () => {
  it.each([
    ["1", 500, 1],
    ["100", 500, 100],
    [" 42 ", 42, 42],
    ["007", 500, 7],
  ])("%j with %i points is a bet", (text, balance, bet) => {
    expect(readBet(text, limits, balance)).toEqual({ bet, problem: null });
  });

  it.each([
    ["", 500, "Enter a bet"],
    ["1.5", 500, "A bet is a whole number of points"],
    ["-3", 500, "A bet is a whole number of points"],
    ["ten", 500, "A bet is a whole number of points"],
    ["1e2", 500, "A bet is a whole number of points"],
    ["0", 500, "The smallest bet is 1"],
    ["101", 500, "The largest bet is 100"],
    ["50", 49, "Your balance is too low for this bet"],
  ])("%j with %i points is refused: %s", (text, balance, problem) => {
    expect(readBet(text, limits, balance)).toEqual({ bet: null, problem });
  });
});

describe("the bet a table opens with", () => {
  const untouched = { betText: "10", hasChosenBet: false };
  it.each([
    [0, "1"],
    [10, "1"],
    [19, "1"],
    [55, "5"],
    [99, "9"],
    [100, "10"],
    [5_000, "10"],
  ])("is at most a tenth of %i points: %s", (balance, bet) => {
    expect(openingBet(untouched, 10, limits, balance)).toBe(bet);
  });

  it("is never above the usual one nor below the smallest", () => {
    expect(openingBet({ ...untouched, betText: "1" }, 1, limits, 500)).toBe("1");
    expect(openingBet(untouched, 10, { minBet: 5, maxBet: 100 }, 20)).toBe("5");
  });

  it("is the chosen one as far as the balance covers it", () => {
    const chosen = { betText: "40", hasChosenBet: true };
    expect(openingBet(chosen, 10, limits, 50)).toBe("40");
    expect(openingBet(chosen, 10, limits, 30)).toBe("30");
    expect(openingBet(chosen, 10, limits, 0)).toBe("40");
    expect(openingBet({ ...chosen, betText: "1,000" }, 10, limits, 500)).toBe("1,000");
  });
});

describe("the quick bets", () => {
  it("go up to the balance or the limit, whichever is less", () => {
    expect(highestBet(limits, 1_000)).toBe(100);
    expect(highestBet(limits, 37)).toBe(37);
    expect(doubleBet("30", limits, 1_000)).toBe(60);
    expect(doubleBet("60", limits, 1_000)).toBe(100);
    expect(doubleBet("30", limits, 37)).toBe(37);
  });

  it("stay whole and above the smallest bet", () => {
    expect(halveBet("25", limits)).toBe(12);
    expect(halveBet("1", limits)).toBe(1);
    expect(halveBet("", limits)).toBe(1);
    expect(doubleBet("", limits, 1_000)).toBe(2);
    expect(doubleBet("10", limits, 0)).toBe(1);
  });
});

describe("bets in steps", () => {
  const steps = { minBet: 10, maxBet: 100, betStep: 10 };

  it("are read on a step only", () => {
    expect(readBet("30", steps, 500)).toEqual({ bet: 30, problem: null });
    expect(readBet("35", steps, 500)).toEqual({ bet: null, problem: "Bets go up in steps of 10" });
    expect(readBet("5", steps, 500).problem).toBe("The smallest bet is 10");
  });

  it("open on a step", () => {
    const untouched = { betText: "50", hasChosenBet: false };
    expect(openingBet(untouched, 50, steps, 380)).toBe("30");
    expect(openingBet(untouched, 50, steps, 4)).toBe("10");
    const chosen = { betText: "50", hasChosenBet: true };
    expect(openingBet(chosen, 10, steps, 49)).toBe("40");
    expect(openingBet(chosen, 10, steps, 4)).toBe("10");
  });

  it("are halved, doubled and raised to the highest on a step", () => {
    expect(halveBet("50", steps)).toBe(20);
    expect(halveBet("10", steps)).toBe(10);
    expect(doubleBet("35", steps, 500)).toBe(70);
    expect(doubleBet("33", steps, 500)).toBe(60);
    expect(highestBet(steps, 47)).toBe(40);
  });
});
