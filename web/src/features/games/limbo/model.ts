import type { Round } from "../common/queries";
import { hundredthsIn, hundredthsText } from "../common/tables/reading";
import type { LimboTable } from "./published-table";
import * as texts from "./texts/en";

/**
 * Limbo (docs/games.md, section 4). Targets and results are whole hundredths: 198 is 1.98.
 */

/** The lowest target, 1.01: anything lower would always win. */
export const TARGET_MIN = 101;

export type LimboBet = { bet: number; target: number };

/** A finished round as the table shows it. */
export type LimboRound = {
  id: string;
  staked: number;
  bet: number;
  target: number;
  reached: number;
  won: boolean;
  payout: number;
  result: "win" | "push" | "loss";
  record: Round;
};

export type TargetReading = { target: number; problem: null } | { target: null; problem: string };

/** Reads a typed target, with a dot or a comma; the problem is said beside the field. */
export function readTarget(text: string, table: LimboTable): TargetReading {
  const typed = text.trim().replace(",", ".");
  if (typed === "") return problem(texts.enterTarget);
  if (!/^\d{1,9}(\.\d*)?$/.test(typed)) return problem(texts.targetNoNumber);
  const [whole = "0", fraction = ""] = typed.split(".");
  if (fraction.length > 2) return problem(texts.targetTooFine);
  const target = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  if (target < TARGET_MIN) return problem(texts.targetTooLow(hundredthsText(TARGET_MIN)));
  if (target > table.maxTarget)
    return problem(texts.targetTooHigh(hundredthsText(table.maxTarget)));
  return { target, problem: null };
}

function problem(said: string): TargetReading {
  return { target: null, problem: said };
}

/** What a win hands back, stake included, in whole points. */
export function payoutOnWin({ bet, target }: LimboBet): number {
  return Math.floor((bet * target) / 100);
}

/**
 * Where a result stands on the gauge, from 0 to 1: at the share of results below it. The part of
 * the gauge beyond the target is therefore as long as the chance to win.
 */
export function gaugePlace(hundredths: number, { preset, balanced, classic }: LimboTable): number {
  if (preset === "balanced")
    return Math.max(0, 1 - balanced.returnPercent / Math.max(hundredths, 100));
  let all = 0;
  let below = 0;
  for (const { weight, lo, hi } of classic.bands) {
    all += weight;
    below += weight * Math.min(Math.max((hundredths - lo) / (hi - lo + 1), 0), 1);
  }
  return all === 0 ? 0 : below / all;
}

/** A round of the server as a limbo round; null for one that has another shape. */
export function readLimboRound(record: Round): LimboRound | null {
  const { bet } = record.params;
  const { won } = record.detail;
  const target = hundredthsIn(record.params.target);
  const reached = hundredthsIn(record.detail.result);
  const { id, staked, payout, result } = record;
  if (record.game !== "limbo" || result === null || result === undefined) return null;
  if (typeof bet !== "number" || typeof won !== "boolean") return null;
  if (target === null || reached === null) return null;
  return { id, staked, bet, target, reached, won, payout, result, record };
}
