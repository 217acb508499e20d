import type { ReactNode } from "react";
import { formatCount } from "@/ui/format/words";
import type { PlinkoRisk } from "../published-table";

export const recentRounds = {
  loading: "Loading your last balls",
  failed: "Your last balls could not be loaded.",
  empty: (most: number) => `Your last ${most} balls will appear here.`,
  title: "Your last balls, newest first",
};
const count = (done: number) => formatCount(done, "ball");
export const autoRun = {
  count: "Number of balls",
  range: (most: string) => `0 to ${most}; 0 balls until you stop`,
  progress: (done: ReactNode, all: number) =>
    all > 0 ? (
      <>
        Ball {done} of {all}
      </>
    ) : (
      <>Ball {done}</>
    ),
  finished: (done: number) => `Auto finished: ${count(done)}.`,
  stopped: (done: number) => `Auto stopped after ${count(done)}.`,
};
export const dropBall = "Drop a ball";
export const betKeys = (key: (name: string) => ReactNode) => (
  <>
    {key("Space")} or {key("Enter")} drops
  </>
);

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
