import { describe, expect, it } from "vitest";
import { type AutoPlan, readPlan, stopReason } from "./auto";

const endless: AutoPlan = { rolls: 0, stopAtProfit: null, stopAtLoss: null };
const reason = (plan: Partial<AutoPlan>, done: number, net: number, bet = 10, balance = 1_000) =>
  stopReason({ plan: { ...endless, ...plan }, done, net }, bet, balance);

describe("a run", () => {
  it("goes on for ever with a count of 0", () => {
    expect(reason({}, 1_000_000, -500)).toBeNull();
  });

  it("ends after its count", () => {
    expect(reason({ rolls: 5 }, 4, 0)).toBeNull();
    expect(reason({ rolls: 5 }, 5, 0)).toBe("Auto finished: 5 rolls.");
    expect(reason({ rolls: 1 }, 1, 0)).toBe("Auto finished: 1 roll.");
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
    expect(readPlan({ rolls: "", stopAtProfit: " ", stopAtLoss: "" }).plan).toEqual(endless);
    expect(readPlan({ rolls: "0", stopAtProfit: "5", stopAtLoss: "7" }).plan).toEqual({
      rolls: 0,
      stopAtProfit: 5,
      stopAtLoss: 7,
    });
  });

  it.each([
    [{ rolls: "-1" }, "rolls"],
    [{ rolls: "10001" }, "rolls"],
    [{ rolls: "1.5" }, "rolls"],
    [{ stopAtProfit: "0" }, "stopAtProfit"],
    [{ stopAtLoss: "x" }, "stopAtLoss"],
  ])("%j is refused", (part, field) => {
    const reading = readPlan({ rolls: "1", stopAtProfit: "", stopAtLoss: "", ...part });
    expect(reading.plan).toBeNull();
    expect(Object.keys(reading.problems ?? {})).toEqual([field]);
  });
});
