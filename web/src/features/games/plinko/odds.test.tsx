import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { payoutAt } from "../common/checker/inputs";
import { percent } from "../common/fraction";
import { compare, fraction, plus } from "../common/odds/exact";
import vectors from "./check/vectors.json";
import Odds from "./OddsTables";
import { boardOf, bucketChance, plinkoReturn } from "./odds";
import published from "./published.json";
import { plinkoRisks, rowCounts } from "./published-table";
import { STATED_RULES } from "./rules";

const boards = rowCounts.flatMap((rows) => plinkoRisks.map((risk) => ({ rows, risk })));

describe("a board", () => {
  it.each(boards)("of $rows rows at $risk risk is the same from both sides", ({ rows, risk }) => {
    const board = boardOf(STATED_RULES, rows, risk);
    expect(board).toHaveLength(rows + 1);
    expect(board.toReversed()).toEqual(board);
  });

  it("pays what the published rounds say", () => {
    for (const { params, expect: round } of vectors.plinko) {
      const risk = plinkoRisks.find((name) => name === params.risk);
      if (risk === undefined) throw new Error(`No risk ${params.risk}`);
      const multiplier = boardOf(STATED_RULES, params.rows, risk)[round.bucket] ?? 0;
      expect((multiplier / 100).toFixed(2)).toBe(round.multiplier);
      expect(payoutAt(params.bet, multiplier)).toBe(round.payout);
    }
  });
});

it.each(rowCounts)("the chances of %i rows add up to one", (rows) => {
  const chances = Array.from({ length: rows + 1 }, (_, bucket) => bucketChance(rows, bucket));
  const all = chances.reduce(plus, fraction(0, 1));
  expect(compare(all, fraction(1, 1))).toBe(0);
  expect(compare(chances[0] ?? all, fraction(1, 2 ** rows))).toBe(0);
});

describe("the published returns", () => {
  it("lie between those of 8 rows, medium, and 11 rows, high", () => {
    const returns = boards.map((board) => plinkoReturn(STATED_RULES, { bet: 10, ...board }));
    const sorted = returns.toSorted(compare);
    const lowest = plinkoReturn(STATED_RULES, { bet: 10, rows: 8, risk: "medium" });
    const highest = plinkoReturn(STATED_RULES, { bet: 10, rows: 11, risk: "high" });
    expect(sorted[0]).toEqual(lowest);
    expect(sorted.at(-1)).toEqual(highest);
    expect(percent(lowest, 3)).toBe("98.906");
    expect(percent(highest, 3)).toBe("99.160");
  });

  it.each(boards)("are the same at every bet: $rows rows, $risk", ({ rows, risk }) => {
    const atTen = plinkoReturn(STATED_RULES, { bet: 10, rows, risk });
    for (let bet = 20; bet <= 100; bet += 10)
      expect(compare(plinkoReturn(STATED_RULES, { bet, rows, risk }), atTen)).toBe(0);
  });

  it("come with a highest payout of 100,000", () => {
    const multipliers = boards.flatMap(({ rows, risk }) => boardOf(STATED_RULES, rows, risk));
    expect(payoutAt(STATED_RULES.maxBet, Math.max(...multipliers))).toBe(100_000);
  });
});

const row = (name: RegExp) => screen.getByRole("row", { name });

describe("the tables of the odds", () => {
  it("state chance and multiplier of every bucket for the chosen rows and risk", async () => {
    render(<Odds raw={published} returnsByBet={null} />);
    await userEvent.click(screen.getByRole("radio", { name: "8" }));
    await userEvent.click(screen.getByRole("radio", { name: "High" }));
    const table = within(screen.getByRole("table", { name: "Plinko, 8 rows, high risk" }));
    expect(table.getAllByRole("row")).toHaveLength(10);
    expect(row(/^1 0\.3906% 1 in 256 29\.00×$/)).toBeVisible();
    expect(row(/^5 27\.3438% 1 in 3\.6 0\.20×$/)).toBeVisible();
    expect(row(/^9 0\.3906% 1 in 256 29\.00×$/)).toBeVisible();
  });

  it("state the return of every board at the lowest and the highest bet", async () => {
    render(<Odds raw={published} returnsByBet={null} />);
    expect(row(/^8 rows \S+ 98\.906% \S+$/)).toBeVisible();
    await userEvent.click(screen.getByRole("radio", { name: "100" }));
    expect(row(/^11 rows \S+ \S+ 99\.160%$/)).toBeVisible();
  });
});
