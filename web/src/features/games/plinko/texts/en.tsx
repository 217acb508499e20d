import type { ReactNode } from "react";
import type { PlinkoRisk } from "../published-table";

export const words = { one: "ball", many: "balls" };
export const dropBall = "Drop a ball";
export const keyVerb = "drops";

export const rows = "Rows";
export const rowsShown = (count: ReactNode) => <>Rows {count}</>;
export const rowCount = (count: number) => `${count} rows`;
export const risk = "Risk";
export const risks: Record<PlinkoRisk, string> = { low: "Low", medium: "Medium", high: "High" };
export const winCondition = (multiplier: string) => `A ${multiplier} bucket`;

export const turbo = "Turbo";
export const turboHint = "Balls fall fast (T)";
export const stakeReturned = "Stake returned";
export const recentBall = (multiplier: string, payout: string, staked: string) =>
  `${multiplier}, ${payout} of ${staked} returned`;

export const buckets = "Buckets";
export const bucket = (number: number, count: number, facts: readonly string[]) =>
  `Bucket ${number} of ${count}: ${facts.join(", ")}`;
export const bucketReturns = (points: string) => `returns ${points}`;
export const bucketsHint = "Point at or tap a bucket to see its chance";

export const averageReturn = "Average return";
export const profitChance = "Chance of a profit";
export const topPrize = "Top prize";
export const topPrizeChance = "Top prize chance";
