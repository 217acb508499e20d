import { describe, expect, it } from "vitest";
import { chancePercent, percent } from "./fraction";

describe("a fraction in percent", () => {
  it.each([
    [1n, 2n, 2, "50.00"],
    [1n, 3n, 4, "33.3333"],
    [2n, 3n, 2, "66.67"],
    [36n, 37n, 2, "97.30"],
    [1n, 200n, 0, "1"],
    [101n, 100n, 2, "101.00"],
    [0n, 7n, 2, "0.00"],
  ])("%i of %i with %i decimals is %s", (part, of, decimals, text) => {
    expect(percent({ part, of }, decimals)).toBe(text);
  });

  it.each([
    [1n, 2n, "50"],
    [10n, 10n, "100"],
    [481n, 1000n, "48.1"],
    [1n, 847_660_528n, "0.00000012"],
    [0n, 5n, "0"],
    [36n, 37n, "97.2973"],
  ])("%i of %i is said as %s", (part, of, text) => {
    expect(chancePercent({ part, of })).toBe(text);
  });
});
