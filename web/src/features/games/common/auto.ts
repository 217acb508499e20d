import type { ReactNode } from "react";
import { formatPoints } from "@/ui/format/numbers";
import * as texts from "./texts/en";

/** The highest number of rounds one can ask for where a game sets no lower limit. */
export const AUTO_ROUNDS_MAX = 10_000;

/** What a game says of a run of rounds, and how long one may be. */
export type AutoWords = {
  /** "Number of rolls" */
  count: string;
  /** "1 to 100 rolls" */
  range: (most: string) => string;
  /** "Roll 3 of 10"; `all` is 0 for a run without an end. */
  progress: (done: ReactNode, all: number) => ReactNode;
  /** "Auto finished: 5 rolls." */
  finished: (done: number) => string;
  /** "Auto stopped after 5 rolls." */
  stopped: (done: number) => string;
  /** The most rounds of a run; 10,000 when absent. */
  max?: number;
  /** Whether a run can go on until it is stopped, which is asked for with 0 rounds. */
  endless: boolean;
};

export type AutoPlan = {
  /** 0 means until stopped. */
  rounds: number;
  /** Stops when the points won reach this; null: never. */
  stopAtProfit: number | null;
  /** Stops when the points lost reach this; null: never. */
  stopAtLoss: number | null;
};

export type TypedPlan = Record<keyof AutoPlan, string>;
export type AutoRun = { plan: AutoPlan; done: number; net: number };
export type PlanProblems = Partial<Record<keyof AutoPlan, string>>;

export type PlanReading =
  | { plan: AutoPlan; problems: null }
  | { plan: null; problems: PlanProblems };

/** Reads the typed plan. An empty limit is no limit; an empty count means until stopped. */
export function readPlan(typed: TypedPlan, words: AutoWords): PlanReading {
  const problems: PlanProblems = {};
  const most = words.max ?? AUTO_ROUNDS_MAX;
  const least = words.endless ? 0 : 1;
  const rounds = typed.rounds.trim() === "" && words.endless ? 0 : whole(typed.rounds);
  if (rounds === null || rounds > most || rounds < least)
    problems.rounds = words.range(formatPoints(most));
  const stopAtProfit = readLimit(typed.stopAtProfit);
  if (stopAtProfit === "bad") problems.stopAtProfit = texts.wholeNumberAbove0;
  const stopAtLoss = readLimit(typed.stopAtLoss);
  if (stopAtLoss === "bad") problems.stopAtLoss = texts.wholeNumberAbove0;
  if (rounds === null || stopAtProfit === "bad" || stopAtLoss === "bad" || problems.rounds)
    return { plan: null, problems };
  return { plan: { rounds, stopAtProfit, stopAtLoss }, problems: null };
}

/** Why a run stops before its next round, or null when it goes on. */
export function stopReason(
  run: AutoRun,
  stake: number,
  balance: number,
  words: AutoWords,
): string | null {
  const { plan, done, net } = run;
  if (plan.stopAtProfit !== null && net >= plan.stopAtProfit)
    return texts.autoStoppedProfitReached(formatPoints(plan.stopAtProfit));
  if (plan.stopAtLoss !== null && -net >= plan.stopAtLoss)
    return texts.autoStoppedLossReached(formatPoints(plan.stopAtLoss));
  if (plan.rounds > 0 && done >= plan.rounds) return words.finished(done);
  if (stake > balance) return texts.autoStoppedBalanceBelow;
  return null;
}

function readLimit(text: string): number | null | "bad" {
  if (text.trim() === "") return null;
  const value = whole(text);
  return value === null || value === 0 ? "bad" : value;
}

function whole(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}
