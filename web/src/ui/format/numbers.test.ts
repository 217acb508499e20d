import { describe, expect, it } from "vitest";
import { formatAxisValue } from "./detail";
import { formatCents, formatCompactDollars, formatDollars, formatSignedCents } from "./dollars";
import { formatCompactPoints, formatNumber, formatPoints, formatSignedPoints } from "./numbers";
import { formatPercent } from "./percent";
import { formatTimes } from "./times";

describe("points", () => {
  it("are exact", () => {
    expect(formatPoints(10_000_000_025)).toBe("10,000,000,025");
    expect([1_200, 0, -300].map(formatSignedPoints)).toEqual(["+1,200", "0", "−300"]);
  });

  it.each([
    [9_999_999, "9,999,999"],
    [10_000_000, "10M"],
    [12_349_999, "12.34M"],
    [9_007_199_254_740_991, "9007T"],
  ])(
    "%i on a board are compact from ten million, and never more than there are",
    (amount, text) => {
      expect(formatCompactPoints(amount)).toBe(text);
    },
  );
});

it("writes whole numbers as Intl does", () => {
  const intl = new Intl.NumberFormat("en");
  const numbers = [0, 7, 100, 999, 1_000, 99_999, 100_000, 1_234_567, 9_007_199_254_740_991];
  for (const number of numbers.flatMap((one) => [one, -one || 0])) {
    expect(formatPoints(number)).toBe(intl.format(number));
    expect(formatNumber(number)).toBe(intl.format(number));
  }
});

it("writes dollars", () => {
  expect(formatDollars(3_500)).toBe("$3,500");
  expect(formatCents(12_345.67)).toBe("$12,345.67");
  expect([12.5, 0, -1_200].map(formatSignedCents)).toEqual(["+$12.50", "$0.00", "−$1,200.00"]);
  expect(formatCompactDollars(9_999_999.99)).toBe("$9,999,999.99");
  expect(formatCompactDollars(98_765_432_109.87)).toBe("$98.76B");
});

it("writes other numbers, also larger than a float holds", () => {
  expect(formatNumber(1_234.5)).toBe("1,234.5");
  expect(formatNumber(12_345_678_901_234_567_890n)).toBe("12,345,678,901,234,567,890");
  expect(formatAxisValue(1_234)).toBe("1.2K");
});

it("writes shares in percent", () => {
  expect(formatPercent(0.972973)).toBe("97.30%");
  const intl = new Intl.NumberFormat("en", { style: "percent", minimumFractionDigits: 2 });
  const shares = Array.from({ length: 400 }, (_, at) => at / 40_000 + at / 37);
  for (const share of [...shares, 0.999_95, 0.000_05, 1.005, -0.25, 10, 12.345_65])
    expect(formatPercent(share)).toBe(intl.format(share));
});

it.each([
  [0, "0x"],
  [9.99, "9.99x"],
  [999.99, "999.99x"],
  [999.999, "1kx"],
  [1_234, "1.2kx"],
  [12_345, "12.3kx"],
])("writes %d times a bet", (times, text) => {
  expect(formatTimes(times)).toBe(text);
});
