import type { Round } from "../common/queries";

/** Dice (games.md, section 3; specification 2, points 4, 5 and 9). Chances are whole percents. */

export type Direction = "under" | "over";
export type DiceBet = { bet: number; target: number; direction: Direction };

export const TARGET_MIN = 1;
export const TARGET_MAX = 99;
/** Outcomes of one roll: 0.00 to 99.99. */
export const ROLL_OUTCOMES = 10_000;
/** A win pays 99 shares of 100. */
const PAID_SHARES = 99;

/** A finished round as the table shows it. */
export type DiceRound = {
  id: string;
  bet: number;
  target: number;
  direction: Direction;
  /** "0.00" to "99.99", as the server wrote it. */
  roll: string;
  won: boolean;
  payout: number;
  result: "win" | "push" | "loss";
  record: Round;
};

/** The target nearest to what was typed: whole, 1 to 99. Null for what is no number. */
export function nearestTarget(typed: string): number | null {
  const value = Number(typed.trim().replace(",", "."));
  if (typed.trim() === "" || !Number.isFinite(value)) return null;
  return Math.min(TARGET_MAX, Math.max(TARGET_MIN, Math.round(value)));
}

/** The other side of the scale with the same chance. */
export function mirroredTarget(target: number): number {
  return 100 - target;
}

/** The chance to win, in percent. */
export function winChance(target: number, direction: Direction): number {
  return direction === "under" ? target : 100 - target;
}

/** What a win hands back, stake included, in whole points. */
export function payoutOnWin(bet: number, chance: number): number {
  return Math.floor((PAID_SHARES * bet) / chance);
}

/** 100 / chance, cut to four decimals. */
export function fairMultiplier(chance: number): string {
  return cutToFour(100, chance);
}

/** 99 / chance, cut to four decimals. */
export function paidMultiplier(chance: number): string {
  return cutToFour(PAID_SHARES, chance);
}

/** What a bet gives back on average, in percent of the stake with two decimals. */
export function expectedReturn(bet: number, chance: number): string {
  return ((chance * payoutOnWin(bet, chance)) / bet).toFixed(2);
}

/** What stands beside the bet before it is placed (games.md, section 1). */
export function returnPreview(bet: number, chance: number): { returns: number; profits: boolean } {
  const returns = payoutOnWin(bet, chance);
  return { returns, profits: returns > bet };
}

/** The win condition in words; over includes the target itself. */
export function winCondition(target: number, direction: Direction): string {
  return direction === "under" ? `under ${target}.00` : `at or over ${target}.00`;
}

/** A round of the server as a dice round; null for one that has another shape. */
export function readDiceRound(record: Round): DiceRound | null {
  const { bet, target, direction } = record.params;
  const { roll, won } = record.detail;
  if (record.game !== "dice" || record.result === null) return null;
  if (typeof bet !== "number" || typeof target !== "number") return null;
  if (direction !== "under" && direction !== "over") return null;
  if (typeof roll !== "string" || !/^\d{1,2}\.\d{2}$/.test(roll)) return null;
  if (typeof won !== "boolean") return null;
  const { id, payout, result } = record;
  return { id, bet, target, direction, roll, won, payout, result, record };
}

/** One integer division, so that the digits shown are cut and never rounded up. */
function cutToFour(shares: number, chance: number): string {
  const tenThousandths = Math.floor((shares * 10_000) / chance);
  const whole = Math.floor(tenThousandths / 10_000);
  return `${whole}.${String(tenThousandths % 10_000).padStart(4, "0")}`;
}
