import { create } from "zustand";
import { api } from "@/wire/http";
import type { AutoWords } from "../common/auto";
import { delay, idleTable, instantTable, type TableState } from "../common/instant-table";
import {
  type DiceRound,
  type Direction,
  mirroredTarget,
  payoutOnWin,
  readDiceRound,
  STATED_RULES,
  winChance,
} from "./model";
import * as texts from "./texts/en";

/** How long the pointer runs to its result. */
export const ROLL_MS = 500;
/** From the start of one roll to the start of the next. */
export const AUTO_INTERVAL_MS = 1_000;

export const DICE_WORDS: AutoWords = { ...texts.autoRun, endless: true };

type DiceTable = TableState<DiceRound> & { target: number; direction: Direction };

/** The dice table of this window. */
export const useDiceTable = create<DiceTable>(() => ({
  ...idleTable,
  betText: "10",
  target: 50,
  direction: "under",
}));

export const diceTable = instantTable(useDiceTable, {
  id: "dice",
  words: DICE_WORDS,
  autoIntervalMs: AUTO_INTERVAL_MS,
  stake: (bet: number) => bet,
  body: (bet) => {
    const { target, direction } = useDiceTable.getState();
    return { bet, target, direction };
  },
  send: (body, headers) => api.POST("/api/games/dice/bet", { body, headers }),
  read: readDiceRound,
  show: () => delay(ROLL_MS),
  canWin: (bet, { returnPercent = STATED_RULES.returnPercent }) => {
    const { target, direction } = useDiceTable.getState();
    return payoutOnWin(bet, winChance(target, direction), returnPercent) > bet;
  },
});

export function setTarget(target: number): void {
  useDiceTable.setState({ target });
}

/** Changes the side and mirrors the target, so that the chance stays the same. */
export function setDirection(direction: Direction): void {
  const { direction: before, target } = useDiceTable.getState();
  if (before !== direction) useDiceTable.setState({ direction, target: mirroredTarget(target) });
}
