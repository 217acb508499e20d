import { afterEach, expect, it } from "vitest";
import { beginSession, endSession } from "@/features/session/actions";
import { closeWallet, openWallet } from "@/features/wallet/balance";
import { sampleMember } from "@/test-page";
import { blackjackTable, useBlackjackTable } from "../blackjack/table";
import { STATED_RULES as DICE } from "../dice/model";
import { diceTable, setTarget, useDiceTable } from "../dice/table";
import { STATED_RULES as KENO } from "../keno/rules";
import { kenoTable, useKenoTable } from "../keno/table";
import { STATED_RULES as LIMBO } from "../limbo/rules";
import { limboTable, useLimboTable } from "../limbo/table";
import { minesTable, useMinesTable } from "../mines/table";
import { STATED_RULES as ROULETTE } from "../roulette/rules";
import { placeChip, rouletteTable, setChip, useRouletteTable } from "../roulette/table";
import { STATED_RULES as SLOT } from "../slot/model";
import { slotTable, useSlotTable } from "../slot/table";

type Game = readonly [
  name: string,
  table: () => { betText: string; hasChosenBet: boolean },
  enter: () => void,
  game: { setBetText: (betText: string) => void; leave: () => void },
  setLowest: (bet: number) => void,
];

const games: readonly Game[] = [
  [
    "dice",
    useDiceTable.getState,
    () => diceTable.enter(DICE),
    diceTable,
    (minBet) => diceTable.setLimits({ minBet, maxBet: 100 }),
  ],
  [
    "keno",
    useKenoTable.getState,
    () => kenoTable.enter(KENO),
    kenoTable,
    (minBet) => kenoTable.setLimits({ minBet, maxBet: 100 }),
  ],
  [
    "limbo",
    useLimboTable.getState,
    () => limboTable.enter(LIMBO),
    limboTable,
    (minBet) => limboTable.setLimits({ minBet, maxBet: 100 }),
  ],
  [
    "slot",
    useSlotTable.getState,
    () => slotTable.enter(SLOT),
    slotTable,
    (bet) =>
      slotTable.setLimits({ ...SLOT, betSteps: [bet, 10, 100].filter((step) => step >= bet) }),
  ],
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

/** At 50% dice pays 1.98, in whole points: a bet of 1 can win nothing. */
const least = (name: string) => (name === "dice" ? "2" : "1");

it.each(games)("%s opens with at most a tenth of the balance", (name, table, enter, game) => {
  const usual = table().betText;
  hold(10);
  enter();
  expect(table().betText).toBe(least(name));
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
  rouletteTable.enter(ROULETTE);
  expect(chip()).toBe(1);
  hold(500);
  rouletteTable.enter(ROULETTE);
  expect(chip()).toBe(5);
  setChip(25);
  hold(20);
  rouletteTable.enter(ROULETTE);
  expect(chip()).toBe(25);
});

const logIn = (id: string, points: number) =>
  beginSession({ token: `t-${id}`, user: { ...sampleMember, id, points } });

const opened = (id: string, points: number) => {
  logIn(id, points);
  diceTable.enter(DICE);
  return useDiceTable.getState().betText;
};

it("dice opens with a bet that can win, never above the balance", () => {
  // Payouts of 1.10 need ten points.
  setTarget(90);
  expect(opened("7", 10)).toBe("10");
  expect(opened("8", 9)).toBe("1");
  setTarget(50);
  expect(opened("9", 10)).toBe("2");
  expect(opened("10", 1)).toBe("1");
});

it.each(games)(
  "%s fits the opening bet to limits that are read later",
  (_, table, enter, game, setLowest) => {
    logIn("7", 500);
    enter();
    const { betText } = table();
    setLowest(20);
    expect(table().betText).toBe("20");
    setLowest(1);
    expect(table().betText).toBe(betText);
    game.setBetText("10");
    setLowest(20);
    expect(table().betText).toBe("10");
  },
);

it("roulette fits its opening chip to limits that are read later", () => {
  logIn("7", 500);
  rouletteTable.enter(ROULETTE);
  rouletteTable.setLimits({ minBet: 1, maxBet: 2 });
  expect(chip()).toBe(1);
  setChip(5);
  rouletteTable.setLimits({ minBet: 1, maxBet: 4 });
  expect(chip()).toBe(5);
});

const nothing = () => undefined;

it.each<Game>([
  ...games,
  [
    "mines",
    useMinesTable.getState,
    nothing,
    minesTable,
    (minBet) => minesTable.setLimits({ minBet, maxBet: 100 }),
  ],
  [
    "blackjack",
    useBlackjackTable.getState,
    nothing,
    blackjackTable,
    (minBet) => blackjackTable.setLimits({ minBet, maxBet: 100 }),
  ],
])("%s forgets the bet of the last member", (name, table, enter, game) => {
  logIn("7", 500);
  enter();
  game.setBetText("100");
  endSession();
  logIn("8", 10);
  enter();
  expect(table()).toMatchObject({ betText: least(name), hasChosenBet: false });
  // A login in another window leaves the page open.
  game.setBetText("10");
  logIn("9", 10);
  expect(table()).toMatchObject({ betText: least(name), hasChosenBet: false });
});

it("roulette forgets the chip and the bets of the last member", () => {
  logIn("7", 500);
  rouletteTable.enter(ROULETTE);
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
