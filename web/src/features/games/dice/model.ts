import type { Round } from "../common/queries";

/** Dice (docs/games.md, section 3). Chances are whole percents. */

export type Direction = "under" | "over";

export const TARGET_MIN = 1;
export const TARGET_MAX = 99;

/** The published table of the game. */
export type DiceRules = { minBet: number; maxBet: number; returnPercent: number };

/** The published table, shown until the server's own has been read. */
export const STATED_RULES: DiceRules = { minBet: 1, maxBet: 100, returnPercent: 99 };

/** The table as the server publishes it; null for one of another shape. */
export function readDiceRules(
  table: Readonly<Record<string, unknown>> | undefined,
): DiceRules | null {
  const { min_bet: minBet, max_bet: maxBet, return_percent: returnPercent } = table ?? {};
  if (typeof minBet !== "number" || typeof maxBet !== "number") return null;
  return typeof returnPercent === "number" ? { minBet, maxBet, returnPercent } : null;
}

/** A finished round as the table shows it. */
export type DiceRound = {
  id: string;
  staked: number;
  bet: number;
  target: number;
  direction: Direction;
  /** "0.00" to "99.99", as the server wrote it. */
  roll: string;
  won: boolean;
  /** The multiplier it was played at, cut to four decimals. */
  multiplier: string;
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
export function payoutOnWin(bet: number, chance: number, returnPercent: number): number {
  return Math.floor((returnPercent * bet) / chance);
}

/** 100 / chance, cut to four decimals. */
export function fairMultiplier(chance: number): string {
  return cutToFour(100, chance);
}

/** returnPercent / chance, cut to four decimals. */
export function paidMultiplier(chance: number, returnPercent: number): string {
  return cutToFour(returnPercent, chance);
}

/** What a bet gives back on average, in percent of the stake with two decimals. */
export function expectedReturn(bet: number, chance: number, returnPercent: number): string {
  return ((chance * payoutOnWin(bet, chance, returnPercent)) / bet).toFixed(2);
}

/** A round of the server as a dice round; null for one that has another shape. */
export function readDiceRound(record: Round): DiceRound | null {
  const { bet, target, direction } = record.params;
  const { roll, won, multiplier } = record.detail;
  const { result } = record;
  if (record.game !== "dice" || result === null || result === undefined) return null;
  if (typeof bet !== "number" || typeof target !== "number") return null;
  if (direction !== "under" && direction !== "over") return null;
  if (typeof roll !== "string" || !/^\d{1,2}\.\d{2}$/.test(roll)) return null;
  if (typeof won !== "boolean" || typeof multiplier !== "string") return null;
  const { id, staked, payout } = record;
  return { id, staked, bet, target, direction, roll, won, multiplier, payout, result, record };
}

/** One integer division, so that the digits shown are cut and never rounded up. */
function cutToFour(shares: number, chance: number): string {
  const tenThousandths = Math.floor((shares * 10_000) / chance);
  const whole = Math.floor(tenThousandths / 10_000);
  return `${whole}.${String(tenThousandths % 10_000).padStart(4, "0")}`;
}
