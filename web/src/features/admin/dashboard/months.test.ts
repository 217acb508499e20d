import { expect, it } from "vitest";
import type { Month } from "@/ui/months";
import { sumsOf, unpaidMonths } from "./months";
import { aMonth, aPlace, aWinner } from "./test-board";

const FROZEN = "2026-11-03T00:00:10Z";
const winners = [
  aWinner(aPlace(1, "kangaroo", 1000.1, 1000)),
  aWinner(aPlace(10, "dingo", 0, 80), "2026-11-05T12:00:00Z"),
];

const month = (name: Month, frozenAt: string | null, paid: number) => ({
  ...aMonth(name, winners, frozenAt),
  paid,
});

it("counts only final months as to be paid", () => {
  const all = [month("2026-11", null, 0), month("2026-10", FROZEN, 1), month("2026-09", FROZEN, 2)];
  expect(unpaidMonths(all).map(({ month: name }) => name)).toEqual(["2026-10"]);
});

it("sums prizes in whole dollars", () => {
  expect(sumsOf(winners)).toEqual({ all: 1080, paid: 80 });
});
