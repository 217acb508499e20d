import type { StoreApi } from "zustand";
import { currentBalance, holdBalance } from "@/features/wallet/balance";
import { prefersReducedMotion } from "@/ui/motion";
import { asFailure } from "@/wire/failure";
import { onLiveState } from "@/wire/socket";
import { type AutoPlan, type AutoRun, type AutoWords, countOf, stopReason } from "./auto";
import { type BetLimits, highestBet } from "./bet";
import { afterFailure, type GameNotice } from "./bet-failure";
import { type GameId, type Round, recordRound } from "./queries";

export type Mode = "manual" | "auto";

export const modeOptions: readonly { value: Mode; label: string }[] = [
  { value: "manual", label: "Manual" },
  { value: "auto", label: "Auto" },
];

/** A finished round as any table needs it; games add what they show. */
export type InstantRound = {
  id: string;
  /** Points. */
  staked: number;
  /** Points handed back, stake included. */
  payout: number;
  record: Round;
};

/**
 * The table of a game whose bet is answered with its result. At most one bet is under way: a new
 * one is only taken in phase `idle`. The result is known from the moment of the answer and shown
 * when its animation has ended.
 */
export type TableState<R extends InstantRound> = {
  mode: Mode;
  betText: string;
  phase: "idle" | "asking" | "showing";
  /** The round whose animation is running. */
  showing: R | null;
  /** The round on show, from this visit. */
  shown: R | null;
  run: AutoRun | null;
  notice: GameNotice | null;
  isShort: boolean;
};

export const idleTable = {
  mode: "manual",
  phase: "idle",
  showing: null,
  shown: null,
  run: null,
  notice: null,
  isShort: false,
} as const;

type Game<R extends InstantRound, Bet> = {
  id: GameId;
  words: AutoWords;
  /** From the start of one round of a run to the start of the next, at least, in milliseconds. */
  autoIntervalMs: number;
  stake: (bet: Bet) => number;
  /** Places the bet; throws what the call throws. */
  place: (bet: Bet) => Promise<Round>;
  /** Null for a round of another shape. */
  read: (record: Round) => R | null;
  /** Resolves when the animation has ended. Not called when reduced motion is asked for. */
  show: (round: R) => Promise<void>;
};

export type InstantTable<Bet> = {
  /** Places one bet and shows it. Does nothing while another is under way or auto runs. */
  play: (bet: Bet) => Promise<void>;
  /** Places bets one after the other until the plan, the balance, a failure or the member stops it. */
  startAuto: (bet: Bet, plan: AutoPlan) => Promise<void>;
  /** Stops a run at once; a round that is under way is still shown. */
  stopAuto: () => void;
  setBetText: (betText: string) => void;
  /** Switching the mode stops a run. */
  setMode: (mode: Mode) => void;
  dismissShortage: () => void;
  /** The page was opened: it begins with a bet that can be placed. */
  enter: (limits: BetLimits) => void;
  /** The page was left: auto ends, what is under way finishes unseen. */
  leave: () => void;
};

/** The moves of an instant game over its store. */
export function instantTable<R extends InstantRound, S extends TableState<R>, Bet>(
  store: Pick<StoreApi<S>, "getState" | "setState">,
  game: Game<R, Bet>,
): InstantTable<Bet> {
  const table = store.getState;
  const change = (part: Partial<TableState<R>>) =>
    store.setState((state) => ({ ...state, ...part }));
  /** Tells runs apart: a stopped run must not wake up inside the next one. */
  const current = { run: 0 };

  const endRun = (reason: string | null) => {
    if (table().run === null) return;
    current.run += 1;
    change({ run: null, ...(reason !== null && { notice: { tone: "info", text: reason } }) });
  };

  /** One bet from the stake to the shown result. Null when it was refused or its answer was lost. */
  const playOne = async (bet: Bet): Promise<R | null> => {
    if (table().phase !== "idle") return null;
    change({ phase: "asking", notice: null });
    const releaseBalance = holdBalance();
    try {
      const record = await game.place(bet);
      const round = game.read(record);
      if (round === null)
        throw new Error(`The server answered a ${game.id} bet with another round.`);
      change({ phase: "showing", showing: round });
      if (!prefersReducedMotion()) await game.show(round);
      change({ shown: round });
      recordRound(game.id, record);
      return round;
    } catch (thrown) {
      change(afterFailure(game.id, asFailure(thrown)));
      return null;
    } finally {
      releaseBalance();
      change({ phase: "idle", showing: null });
    }
  };

  const startAuto = async (bet: Bet, plan: AutoPlan) => {
    if (table().run !== null || table().phase !== "idle") return;
    current.run += 1;
    const mine = current.run;
    change({ run: { plan, done: 0, net: 0 }, notice: null });
    const unwatch = onLiveState((state) => {
      if (state === "offline" && mine === current.run)
        endRun("Auto stopped: the connection was lost.");
    });
    try {
      while (mine === current.run) {
        const pause = delay(game.autoIntervalMs);
        const round = await playOne(bet);
        const { run } = table();
        if (mine !== current.run || run === null) return;
        if (round === null) return endRun(null);
        const next = { ...run, done: run.done + 1, net: run.net + round.payout - round.staked };
        change({ run: next });
        const reason = stopReason(next, game.stake(bet), currentBalance(), game.words);
        if (reason !== null) return endRun(reason);
        await pause;
      }
    } finally {
      unwatch();
    }
  };

  return {
    play: async (bet) => {
      if (table().run === null) await playOne(bet);
    },
    startAuto,
    stopAuto: () => {
      const { run } = table();
      if (run !== null) endRun(`Auto stopped after ${countOf(run.done, game.words)}.`);
    },
    setBetText: (betText) => change({ betText, notice: null }),
    setMode: (mode) => {
      if (table().mode === mode) return;
      endRun(null);
      change({ mode, notice: null });
    },
    dismissShortage: () => change({ isShort: false }),
    enter: (limits) => {
      const balance = currentBalance();
      if (balance > 0 && Number(table().betText) > balance)
        change({ betText: String(highestBet(limits, balance)) });
    },
    leave: () => {
      endRun(null);
      change({ notice: null, isShort: false, shown: null });
    },
  };
}

/** Resolves after a time in milliseconds. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
