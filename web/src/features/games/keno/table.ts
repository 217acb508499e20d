import { create } from "zustand";
import { prefersReducedMotion } from "@/ui/motion";
import { api } from "@/wire/http";
import type { AutoWords } from "../common/auto";
import { delay, idleTable, instantTable, type TableState } from "../common/instant-table";
import { type KenoBet, type KenoRound, randomPicks, readKenoRound, toggled } from "./model";
import type { KenoRisk } from "./published-table";
import * as texts from "./texts/en";

/** From one number drawn to the next. */
export const DRAW_MS = 200;
/** From the start of one draw to the start of the next: ten numbers, and a moment for the result. */
export const AUTO_INTERVAL_MS = 2_900;
/** From one number of a random pick to the next. */
const PICK_MS = 45;

export const KENO_WORDS: AutoWords = { ...texts.autoRun, endless: true };

type KenoState = TableState<KenoRound> & {
  risk: KenoRisk;
  picks: readonly number[];
  /** How many numbers of a random pick are asked for. */
  randomCount: number;
  /** How many of the numbers of the round that is being shown are out. */
  drawnCount: number;
};

/** The keno table of this window. */
export const useKenoTable = create<KenoState>(() => ({
  ...idleTable,
  betText: "10",
  risk: "medium",
  picks: [],
  randomCount: 10,
  drawnCount: 0,
}));

export const kenoTable = instantTable(useKenoTable, {
  id: "keno",
  words: KENO_WORDS,
  autoIntervalMs: AUTO_INTERVAL_MS,
  stake: ({ bet }: KenoBet) => bet,
  body: ({ bet, risk, picks }) => ({ bet, risk, picks: [...picks] }),
  send: (body, headers) => api.POST("/api/games/keno/bet", { body, headers }),
  read: readKenoRound,
  show: async (round) => {
    for (let count = 1; count <= round.drawn.length; count += 1) {
      useKenoTable.setState({ drawnCount: count });
      await delay(DRAW_MS);
    }
  },
});

/** The numbers that are out, of the round on show. */
export function drawnSoFar({ phase, showing, shown, drawnCount }: KenoState): readonly number[] {
  if (showing !== null && !prefersReducedMotion()) return showing.drawn.slice(0, drawnCount);
  return phase === "asking" || shown === null ? [] : shown.drawn;
}

/** Another risk ends the view of the round before: its hits would pay something else. */
export function setRisk(risk: KenoRisk): void {
  useKenoTable.setState({ risk, shown: null });
}

export function setRandomCount(randomCount: number): void {
  useKenoTable.setState({ randomCount });
}

/** Tells random picks apart: a number pressed by hand ends the one that is under way. */
let latestPick = 0;

/** New picks end the view of the round before. */
function setPicks(picks: readonly number[]): void {
  useKenoTable.setState({ picks, shown: null });
}

export function togglePick(number: number): void {
  latestPick += 1;
  setPicks(toggled(useKenoTable.getState().picks, number));
}

export function clearPicks(): void {
  latestPick += 1;
  setPicks([]);
}

/** Fills up to the count that is set, one number after the other in quick steps. */
export async function pickAtRandom(numbers: number): Promise<void> {
  latestPick += 1;
  const mine = latestPick;
  const { picks, randomCount } = useKenoTable.getState();
  const next = randomPicks(picks, randomCount, numbers);
  if (prefersReducedMotion()) return setPicks(next);
  const kept = picks.length < randomCount ? picks.length : 0;
  for (let length = kept + 1; length <= next.length; length += 1) {
    setPicks(next.slice(0, length));
    await delay(PICK_MS);
    if (mine !== latestPick || useKenoTable.getState().phase !== "idle") return;
  }
}
