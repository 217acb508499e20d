import { formatPoints } from "@/ui/Points";

/** The highest number of rolls one can ask for; 0 means until stopped. */
const AUTO_ROLLS_MAX = 10_000;
/** From the start of one roll to the start of the next (specification 2, point 4). */
export const AUTO_INTERVAL_MS = 1_000;

export type AutoPlan = {
  /** 0 means until stopped. */
  rolls: number;
  /** Stops when the points won reach this; null: never. */
  stopAtProfit: number | null;
  /** Stops when the points lost reach this; null: never. */
  stopAtLoss: number | null;
};

export type AutoRun = { plan: AutoPlan; done: number; net: number };

export type PlanReading =
  | { plan: AutoPlan; problems: null }
  | { plan: null; problems: Partial<Record<keyof AutoPlan, string>> };

/** Reads the typed plan. An empty limit is no limit; an empty count means until stopped. */
export function readPlan(typed: Record<keyof AutoPlan, string>): PlanReading {
  const problems: Partial<Record<keyof AutoPlan, string>> = {};
  const rolls = typed.rolls.trim() === "" ? 0 : whole(typed.rolls);
  if (rolls === null || rolls > AUTO_ROLLS_MAX)
    problems.rolls = `0 to ${formatPoints(AUTO_ROLLS_MAX)}; 0 rolls until you stop`;
  const stopAtProfit = readLimit(typed.stopAtProfit);
  if (stopAtProfit === "bad") problems.stopAtProfit = "A whole number above 0";
  const stopAtLoss = readLimit(typed.stopAtLoss);
  if (stopAtLoss === "bad") problems.stopAtLoss = "A whole number above 0";
  if (rolls === null || stopAtProfit === "bad" || stopAtLoss === "bad" || problems.rolls)
    return { plan: null, problems };
  return { plan: { rolls, stopAtProfit, stopAtLoss }, problems: null };
}

/** Why a run stops before its next roll, or null when it goes on. */
export function stopReason(run: AutoRun, bet: number, balance: number): string | null {
  const { plan, done, net } = run;
  if (plan.stopAtProfit !== null && net >= plan.stopAtProfit)
    return `Auto stopped: your profit reached ${formatPoints(plan.stopAtProfit)}.`;
  if (plan.stopAtLoss !== null && -net >= plan.stopAtLoss)
    return `Auto stopped: your loss reached ${formatPoints(plan.stopAtLoss)}.`;
  if (plan.rolls > 0 && done >= plan.rolls)
    return `Auto finished: ${done} ${done === 1 ? "roll" : "rolls"}.`;
  if (bet > balance) return "Auto stopped: your balance is below the bet.";
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
