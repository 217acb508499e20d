import { expect, it } from "vitest";
import { dollarsOf, readDollars, twoReadingsText } from "./dollars";

it.each([
  ["0", 0],
  ["$ 1,234.50", 1234.5],
  ["310,50", 310.5],
  ["20,00", 20],
  ["1.234,56", 1234.56],
  ["1 234,56", 1234.56],
  ["1,234", 1234],
  ["1.234.567", 1234567],
  [".5", 0.5],
  ["3.", 3],
  ["", null],
  ["$", null],
  ["-1", null],
  ["1e3", null],
  ["1.2.3", null],
  ["1,2345", null],
  ["1,234.567.8", null],
])("reads %j as %j dollars", (text, dollars) => {
  expect(dollarsOf(text)).toBe(dollars);
});

it("shows both readings of what is ambiguous", () => {
  const read = readDollars("20.500");
  expect(read).toEqual({ asDecimal: 20.5, asThousands: 20_500 });
  expect(twoReadingsText({ asDecimal: 20.5, asThousands: 20_500 })).toBe(
    "could mean $20.50 or $20,500.00: write it without separators, or with two decimals",
  );
});
