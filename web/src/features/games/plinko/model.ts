import { formatNumber } from "@/ui/format/numbers";
import type { Round } from "../common/queries";
import { type PlinkoRisk, plinkoRisks, rowCounts } from "./published-table";

/** Plinko (docs/games.md, section 14). Multipliers are hundredths. */

export type PlinkoBet = { bet: number; rows: number; risk: PlinkoRisk };

/** A finished round as the table shows it. */
export type PlinkoRound = {
  id: string;
  staked: number;
  bet: number;
  rows: number;
  risk: PlinkoRisk;
  /** `L` or `R` for each row, from the top. */
  path: string;
  /** 0 is the far left. */
  bucket: number;
  /** As the server wrote it: "3.50". */
  multiplier: string;
  payout: number;
  result: "win" | "push" | "loss";
  record: Round;
};

/** A round of the server as a plinko round; null for one that has another shape. */
export function readPlinkoRound(record: Round): PlinkoRound | null {
  const { bet } = record.params;
  const { path, bucket, multiplier } = record.detail;
  const rows = rowCounts.find((known) => known === record.params.rows);
  const risk = plinkoRisks.find((known) => known === record.params.risk);
  const { id, staked, payout, result } = record;
  if (record.game !== "plinko" || result === null || result === undefined) return null;
  if (typeof bet !== "number" || rows === undefined || risk === undefined) return null;
  if (typeof path !== "string" || !/^[LR]+$/.test(path) || path.length !== rows) return null;
  if (bucket !== bucketOf(path) || typeof multiplier !== "string") return null;
  return { id, staked, bet, rows, risk, path, bucket, multiplier, payout, result, record };
}

/** The bucket that a path leads to: the number of times it goes to the right. */
export function bucketOf(path: string): number {
  return path.replaceAll("L", "").length;
}

/** A multiplier in text: "3.5×", "1,000×". */
export function multiplierText(hundredths: number): string {
  return `${formatNumber(hundredths / 100)}×`;
}

/** The multiplier of a bucket without its sign: "3.5", "1000". */
export function bucketText(hundredths: number): string {
  return String(hundredths / 100);
}

/** The same in few characters for narrow buckets: "1k" is 1,000, and 10.5 is rounded. */
export function compactText(hundredths: number): string {
  const units = hundredths / 100;
  if (units >= 999_500) return `${Math.round(units / 1_000_000)}m`;
  if (units >= 999.5) return `${Math.round(units / 1_000)}k`;
  if (units >= 9.95) return String(Math.round(units));
  return units < 0.1 ? String(units) : String(Math.round(units * 10) / 10);
}

/** The bucket that a key leads to from another one; null for other keys. */
export function bucketBeside(bucket: number, key: string, buckets: number): number | null {
  const last = buckets - 1;
  const steps: Record<string, number> = {
    ArrowLeft: bucket - 1,
    ArrowDown: bucket - 1,
    ArrowRight: bucket + 1,
    ArrowUp: bucket + 1,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(Math.max(next, 0), last);
}
