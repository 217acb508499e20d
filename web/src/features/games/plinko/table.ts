import { create } from "zustand";
import { currentBalance, holdBalance } from "@/features/wallet/balance";
import { api } from "@/wire/http";
import type { AutoPlan, AutoWords } from "../common/auto";
import { idleTable, instantTable, type TableState } from "../common/instant-table";
import { type PlinkoBet, type PlinkoRound, readPlinkoRound } from "./model";
import type { PlinkoRisk } from "./published-table";
import * as texts from "./texts/en";

/** From the top of the board into a bucket. */
export const FALL_MS = 2_000;
export const TURBO_FALL_MS = 600;
/** From one ball of a run to the next: earlier ones still fall then. */
export const AUTO_INTERVAL_MS = 500;
export const TURBO_INTERVAL_MS = 250;

export const PLINKO_WORDS: AutoWords = { ...texts.autoRun, endless: true };

/** A ball on its way down. The server has decided its round, and the bet is settled. */
export type FallingBall = {
  round: PlinkoRound;
  fallMs: number;
  /** The plan of the run that dropped it; null for a ball of its own. */
  plan: AutoPlan | null;
  /** The balance without this ball and those after it. */
  balanceBefore: number;
  /** Shows it as landed. */
  timer: ReturnType<typeof setTimeout>;
  releaseBalance: (meanwhile?: number) => void;
};

type PlinkoState = TableState<PlinkoRound> & {
  rows: number;
  risk: PlinkoRisk;
  turbo: boolean;
  /** In the order in which they were dropped. */
  falling: readonly FallingBall[];
  /** The round of the ball that landed last. */
  landed: PlinkoRound | null;
};

/** The plinko table of this window. */
export const usePlinkoTable = create<PlinkoState>(() => ({
  ...idleTable,
  betText: "10",
  rows: 12,
  risk: "medium",
  turbo: false,
  falling: [],
  landed: null,
}));

const table = usePlinkoTable.getState;

const instant = instantTable(usePlinkoTable, {
  id: "plinko",
  words: PLINKO_WORDS,
  get autoIntervalMs() {
    return table().turbo ? TURBO_INTERVAL_MS : AUTO_INTERVAL_MS;
  },
  stake: ({ bet }: PlinkoBet) => bet,
  body: ({ bet, rows, risk }) => ({ bet, rows, risk }),
  send: (body, headers) => api.POST("/api/games/plinko/bet", { body, headers }),
  read: readPlinkoRound,
  // The table is free for the next bet while the ball falls.
  show: async (round) => drop(round),
});

export const plinkoTable = {
  ...instant,
  /** The page was left: its balls land unseen. */
  leave: () => {
    instant.leave();
    const { falling } = table();
    usePlinkoTable.setState({ falling: [], landed: null });
    for (const { timer, releaseBalance } of falling) {
      clearTimeout(timer);
      releaseBalance();
    }
  },
};

/** The balance after the ball that was dropped last. */
let balanceAfter = 0;

/** Lets a ball fall. The balance is held until it lands. */
function drop(round: PlinkoRound): void {
  const { turbo, run, falling } = table();
  const fallMs = turbo ? TURBO_FALL_MS : FALL_MS;
  balanceAfter = currentBalance();
  const ball: FallingBall = {
    round,
    fallMs,
    plan: run?.plan ?? null,
    balanceBefore: balanceAfter - round.payout + round.staked,
    timer: setTimeout(() => land(ball), fallMs),
    releaseBalance: holdBalance(),
  };
  usePlinkoTable.setState({ falling: [...falling, ball] });
}

/** A ball may overtake another when turbo is switched on, so the oldest one decides what is shown. */
function land(ball: FallingBall): void {
  const falling = table().falling.filter((other) => other !== ball);
  usePlinkoTable.setState({ falling, landed: ball.round });
  ball.releaseBalance(falling[0]?.balanceBefore ?? balanceAfter);
}

type Result = Pick<PlinkoState, "falling" | "landed" | "shown">;

/** The round whose ball is in its bucket; null before the first one of this board. */
export function lastResult({ falling, landed, shown }: Result): PlinkoRound | null {
  return falling.some(({ round }) => round.id === shown?.id) ? landed : shown;
}

type Progress = Pick<PlinkoState, "falling" | "run" | "notice">;

/** What may be said of a run while some of its balls still fall: nothing about their results. */
export function landedProgress({ falling, run, notice }: Progress): Omit<Progress, "falling"> {
  const own = falling.filter(({ plan }) => plan !== null && plan === run?.plan);
  const net = own.reduce((sum, { round }) => sum + round.payout - round.staked, 0);
  return {
    run: run && { ...run, done: Math.max(0, run.done - own.length), net: run.net - net },
    // It may name the profit or the loss that ended the run.
    notice: falling.length > 0 && notice?.tone === "info" ? null : notice,
  };
}

/** Whether rows and risk are fixed: a ball falls on the board that it was bet on. */
export function isBoardFixed({ phase, run, falling }: PlinkoState): boolean {
  return phase !== "idle" || run !== null || falling.length > 0;
}

/** Another board ends the view of the result before: its bucket would pay something else. */
export function setRows(rows: number): void {
  if (!isBoardFixed(table())) usePlinkoTable.setState({ rows, shown: null, landed: null });
}

export function setRisk(risk: PlinkoRisk): void {
  if (!isBoardFixed(table())) usePlinkoTable.setState({ risk, shown: null, landed: null });
}

export function toggleTurbo(): void {
  usePlinkoTable.setState(({ turbo }) => ({ turbo: !turbo }));
}
