import { afterEach, expect, it } from "vitest";
import { closeWallet, openWallet } from "@/features/wallet/balance";
import { STATED_RULES as DICE } from "../dice/model";
import { diceTable, useDiceTable } from "../dice/table";
import { STATED_RULES as KENO } from "../keno/rules";
import { kenoTable, useKenoTable } from "../keno/table";
import { STATED_RULES as LIMBO } from "../limbo/rules";
import { limboTable, useLimboTable } from "../limbo/table";
import { STATED_RULES as ROULETTE } from "../roulette/rules";
import { openTable, setChip, useRouletteTable } from "../roulette/table";
import { STATED_RULES as SLOT } from "../slot/model";
import { slotTable, useSlotTable } from "../slot/table";

const games = [
  ["dice", useDiceTable.getState, () => diceTable.enter(DICE), diceTable.setBetText],
  ["keno", useKenoTable.getState, () => kenoTable.enter(KENO), kenoTable.setBetText],
  ["limbo", useLimboTable.getState, () => limboTable.enter(LIMBO), limboTable.setBetText],
  ["slot", useSlotTable.getState, () => slotTable.enter(SLOT), slotTable.setBetText],
] as const;

const hold = (points: number) => {
  closeWallet();
  openWallet("7", points);
};

afterEach(closeWallet);

it.each(games)("%s opens with at most a tenth of the balance", (_, table, enter, choose) => {
  const usual = table().betText;
  hold(10);
  enter();
  expect(table().betText).toBe("1");
  hold(500);
  enter();
  expect(table().betText).toBe(usual);
  choose("5");
  hold(20);
  enter();
  expect(table().betText).toBe("5");
});

const chip = () => useRouletteTable.getState().chip;

it("roulette opens with a chip of at most a tenth of the balance", () => {
  hold(10);
  openTable(ROULETTE);
  expect(chip()).toBe(1);
  hold(500);
  openTable(ROULETTE);
  expect(chip()).toBe(5);
  setChip(25);
  hold(20);
  openTable(ROULETTE);
  expect(chip()).toBe(25);
});
