import { create } from "zustand";
import { api } from "@/wire/http";
import type { AutoWords } from "../common/auto";
import { delay, idleTable, instantTable, type TableState } from "../common/instant-table";
import { hundredthsText } from "../common/tables/reading";
import { type LimboBet, type LimboRound, payoutOnWin, readLimboRound } from "./model";
import * as texts from "./texts/en";

/** How long the multiplier counts up to its result. */
export const COUNT_MS = 1_000;
/** From the start of one roll to the start of the next: a result stands for a moment. */
export const AUTO_INTERVAL_MS = 1_500;

export const LIMBO_WORDS: AutoWords = { ...texts.autoRun, max: 100, endless: false };

type LimboTable = TableState<LimboRound> & {
  /** As typed. */
  targetText: string;
};

/** The limbo table of this window. */
export const useLimboTable = create<LimboTable>(() => ({
  ...idleTable,
  betText: "1",
  targetText: "2.00",
}));

export const limboTable = instantTable(useLimboTable, {
  id: "limbo",
  words: LIMBO_WORDS,
  autoIntervalMs: AUTO_INTERVAL_MS,
  stake: ({ bet }: LimboBet) => bet,
  body: ({ bet, target }) => ({ bet, target: hundredthsText(target) }),
  send: (body, headers) => api.POST("/api/games/limbo/bet", { body, headers }),
  read: readLimboRound,
  show: () => delay(COUNT_MS),
  canWin: (bet) => {
    const target = Math.round(Number(useLimboTable.getState().targetText) * 100);
    return payoutOnWin({ bet, target }) > bet;
  },
});

export function setTargetText(targetText: string): void {
  useLimboTable.setState({ targetText });
}
