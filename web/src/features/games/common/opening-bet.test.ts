import { afterEach, expect, it } from "vitest";
import { beginSession, endSession } from "@/features/session/actions";
import { closeWallet, openWallet } from "@/features/wallet/balance";
import { sampleMember } from "@/test-page";
import { blackjackTable, useBlackjackTable } from "../blackjack/table";
import { STATED_RULES as DICE } from "../dice/model";
import { diceTable, useDiceTable } from "../dice/table";
import { STATED_RULES as KENO } from "../keno/rules";
import { kenoTable, useKenoTable } from "../keno/table";
import { STATED_RULES as LIMBO } from "../limbo/rules";
import { limboTable, useLimboTable } from "../limbo/table";
import { minesTable, useMinesTable } from "../mines/table";
import { STATED_RULES as ROULETTE } from "../roulette/rules";
import { openTable, placeChip, rouletteTable, setChip, useRouletteTable } from "../roulette/table";
import { STATED_RULES as SLOT } from "../slot/model";
import { slotTable, useSlotTable } from "../slot/table";

type Game = readonly [
  name: string,
  table: () => { betText: string; hasChosenBet: boolean },
  enter: () => void,
  game: { setBetText: (betText: string) => void; leave: () => void },
];

const games: readonly Game[] = [
  ["dice", useDiceTable.getState, () => diceTable.enter(DICE), diceTable],
  ["keno", useKenoTable.getState, () => kenoTable.enter(KENO), kenoTable],
  ["limbo", useLimboTable.getState, () => limboTable.enter(LIMBO), limboTable],
  ["slot", useSlotTable.getState, () => slotTable.enter(SLOT), slotTable],
];

const hold = (points: number) => {
  closeWallet();
  openWallet("7", points);
};

afterEach(() => {
  for (const [, , , { leave }] of games) leave();
  rouletteTable.leave();
  endSession();
  closeWallet();
});

it.each(games)("%s opens with at most a tenth of the balance", (_, table, enter, game) => {
  const usual = table().betText;
  hold(10);
  enter();
  expect(table().betText).toBe("1");
  hold(500);
  enter();
  expect(table().betText).toBe(usual);
  game.setBetText("5");
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

const logIn = (id: string, points: number) =>
  beginSession({ token: `t-${id}`, user: { ...sampleMember, id, points } });

const nothing = () => undefined;

it.each<Game>([
  ...games,
  ["mines", useMinesTable.getState, nothing, minesTable],
  ["blackjack", useBlackjackTable.getState, nothing, blackjackTable],
])("%s forgets the bet of the last member", (_, table, enter, game) => {
  logIn("7", 500);
  enter();
  game.setBetText("100");
  endSession();
  logIn("8", 10);
  enter();
  expect(table()).toMatchObject({ betText: "1", hasChosenBet: false });
  // A login in another window leaves the page open.
  game.setBetText("10");
  logIn("9", 10);
  expect(table()).toMatchObject({ betText: "1", hasChosenBet: false });
});

it("roulette forgets the chip and the bets of the last member", () => {
  logIn("7", 500);
  openTable(ROULETTE);
  setChip(25);
  placeChip("red", ROULETTE);
  expect(useRouletteTable.getState().placed).toEqual({ red: 25 });
  endSession();
  logIn("8", 10);
  expect(useRouletteTable.getState()).toMatchObject({ chip: 1, placed: {}, past: [] });
});

const endless = { rounds: 0, stopAtProfit: null, stopAtLoss: null };

it("ends a run of the last member", () => {
  logIn("7", 500);
  useDiceTable.setState({ run: { plan: endless, done: 1, net: 0 } });
  logIn("8", 10);
  expect(useDiceTable.getState().run).toBeNull();
});
