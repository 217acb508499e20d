import { describe, expect, it } from "vitest";
import { insuranceReturn } from "../../blackjack/odds";
import { dicePayout, diceReturn } from "../../dice/odds";
import diceTable from "../../dice/published.json";
import { readDiceTable } from "../../dice/published-table";
import { kenoChance, kenoReturn, kenoRow } from "../../keno/odds";
import kenoTable from "../../keno/published.json";
import { type KenoRisk, kenoRisks, readKenoTable } from "../../keno/published-table";
import { limboChance, limboReturn } from "../../limbo/odds";
import limboTable from "../../limbo/published.json";
import { readLimboTable } from "../../limbo/published-table";
import { minesMultiplier, minesReturn, minesSurvival } from "../../mines/odds";
import minesTable from "../../mines/published.json";
import { readMinesTable } from "../../mines/published-table";
import { rouletteReturn } from "../../roulette/odds";
import rouletteTable from "../../roulette/published.json";
import { readRouletteTable, rouletteKinds } from "../../roulette/published-table";
import { slotChanceBetween, slotReturn, slotWinChance, tierMean } from "../../slot/odds";
import slotTable from "../../slot/published.json";
import { readSlotTable } from "../../slot/published-table";
import type { Fraction } from "../fraction";
import { choose, compare, fraction, oneIn } from "./exact";
import stated from "./return-vectors.json";

const dice = readDiceTable(diceTable);
const limbo = readLimboTable(limboTable);
const mines = readMinesTable(minesTable);
const keno = readKenoTable(kenoTable);
const slot = readSlotTable(slotTable);
const roulette = readRouletteTable(rouletteTable);

/** The published figures are rounded to six decimals. */
function expectSame(exact: Fraction, rounded: number, slack = 5.01e-7): void {
  const value = Number(exact.part) / Number(exact.of);
  expect(Math.abs(value - rounded), `${value} against ${rounded}`).toBeLessThanOrEqual(slack);
}

const bets = [1, 10, 100] as const;

/** A row of published numbers without holes. */
function at(row: readonly (number | undefined)[], place: number): number {
  const value = row[place];
  if (value === undefined) throw new Error(`No number at ${place}`);
  return value;
}

describe("the published returns", () => {
  it("of dice, all 99 chances", () => {
    expect(stated.dice).toHaveLength(99);
    for (const row of stated.dice)
      for (const [place, bet] of bets.entries()) {
        const chance = at(row, 0);
        expect(dicePayout(dice, bet, chance)).toBe(at(row, 1 + place));
        expectSame(diceReturn(dice, { bet, chance }), at(row, 4 + place));
      }
  });

  it.each(["balanced", "classic"] as const)("of limbo %s, 990 targets", (preset) => {
    const rows = stated[`limbo_${preset}`];
    const table = { ...limbo, preset };
    expect(rows).toHaveLength(990);
    for (const row of rows) {
      const target = at(row, 0);
      expectSame(limboChance(table, target), at(row, 1));
      for (const [place, bet] of bets.entries())
        expectSame(limboReturn(table, { bet, target }), at(row, 2 + place));
    }
  });

  it("of mines, all 300 plans", () => {
    expect(stated.mines).toHaveLength(300);
    for (const row of stated.mines) {
      const [count, gems] = [at(row, 0), at(row, 1)];
      expect(minesMultiplier(mines, count, gems)).toBe(at(row, 2));
      expectSame(minesSurvival(mines, count, gems), at(row, 3));
      for (const [place, bet] of bets.entries())
        expectSame(minesReturn(mines, { bet, mines: count, gems }), at(row, 4 + place));
    }
  });

  it("of mines with the turn rule, 900 plans", () => {
    expect(stated.mines_turn).toHaveLength(900);
    for (const row of stated.mines_turn) {
      const table = { ...mines, turnMaxPpm: at(row, 0) };
      const plan = { bet: 100, mines: at(row, 1), gems: at(row, 2) };
      expectSame(minesReturn(table, plan), at(row, 3));
    }
  });

  it("of keno, 30 rows", () => {
    expect(stated.keno).toHaveLength(30);
    for (const [name, picks, chances, ...returns] of stated.keno) {
      const risk: KenoRisk | undefined = kenoRisks.find((known) => known === name);
      if (risk === undefined || typeof picks !== "number" || !Array.isArray(chances))
        throw new Error("A row of another shape");
      expect(kenoRow(keno, risk, picks)).toHaveLength(picks + 1);
      // These stand with six digits, however small.
      for (const [hits, chance] of chances.entries())
        expectSame(kenoChance(keno, picks, hits), chance, chance * 5.01e-6);
      for (const [place, bet] of bets.entries())
        expectSame(kenoReturn(keno, { bet, risk, picks }), Number(returns[place]));
    }
  });

  it.each(["balanced", "classic"] as const)("of the slot, %s", (preset) => {
    const rows = stated[`slot_${preset}`];
    expect(rows).toHaveLength(8);
    for (const row of rows) expectSame(slotReturn({ ...slot, preset }, at(row, 0)), at(row, 1));
  });

  it("of roulette, every kind", () => {
    expect(stated.roulette).toHaveLength(rouletteKinds.length);
    for (const [name, value] of stated.roulette) {
      const kind = rouletteKinds.find((known) => known === name);
      if (kind === undefined) throw new Error(`No kind ${name}`);
      expectSame(rouletteReturn(roulette, kind), Number(value));
    }
  });

  it("of insurance", () => {
    for (const tens of [0, 1, 2] as const)
      expectSame(insuranceReturn(tens), at(stated.insurance, tens));
  });
});

describe("the slot", () => {
  it("wins and is labelled as often as games.md says", () => {
    expectSame(slotWinChance(slot), 0.3132);
    expect(Number(slotChanceBetween(slot, 500, 1000).part) > 0).toBe(true);
    const chances = [
      [500, 1000, "2.551"],
      [1000, 2000, "0.825"],
      [2000, 5000, "0.381"],
      [5000, 1_000_000, "0.114"],
    ] as const;
    for (const [from, below, percent] of chances) {
      const { part, of } = slotChanceBetween(slot, from, below);
      expect(((Number(part) / Number(of)) * 100).toFixed(3)).toBe(percent);
    }
  });

  it("has the stated means", () => {
    const means = slot.balanced.tiers.map((tier) => {
      const { part, of } = tierMean(tier, "min2");
      return (Number(part) / Number(of)).toFixed(3);
    });
    expect(means).toEqual(["1.704", "4.857", "16.175", "53.169"]);
  });
});

describe("fractions", () => {
  it("are written for people", () => {
    expect(oneIn(fraction(1, 2))).toBe("1 in 2");
    expect(oneIn(fraction(2, 17))).toBe("1 in 8.5");
    expect(oneIn(fraction(1, 847_660_528))).toBe("1 in 847,660,528");
    expect(oneIn(fraction(0, 5))).toBe("never");
  });

  it("compare and choose exactly", () => {
    expect(compare(fraction(1, 3), fraction(2, 6))).toBe(0);
    expect(compare(fraction(1, 3), fraction(1, 2))).toBe(-1);
    expect(choose(40, 10)).toBe(847_660_528n);
    expect(choose(3, 5)).toBe(0n);
  });
});
