import type { ReactNode } from "react";

export const ballsFallFastT = "Balls fall fast (T)";
export const turbo = "Turbo";
export const stakeReturned = "Stake returned";

export const buckets = "Buckets";
export const bucket = (
  bucketText: string | number,
  length: string | number,
  join: string | number,
) => `Bucket ${bucketText} of ${length}: ${join}`;
export const pointTapBucketSee = "Point at or tap a bucket to see its chance";
export const returns = (bet: string | number) => `returns ${bet}`;

export const low = "Low";
export const medium = "Medium";
export const high = "High";
export const rows = (rowsText2: ReactNode) => <>Rows {rowsText2}</>;
export const rowsLabel = "Rows";
export const rowsText = (rowsText2: string | number) => `${rowsText2} rows`;
export const risk = "Risk";
export const aBucket = (top: string | number) => `A ${top} bucket`;
export const dropBall = "Drop a ball";

export const ofReturned = (
  text: string | number,
  payout: string | number,
  staked: string | number,
) => `${text}, ${payout} of ${staked} returned`;
