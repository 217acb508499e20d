import type { ReactNode } from "react";
import type { PlinkoRisk } from "../published-table";

export const rows = "Rows";
export const risk = "Risk";
export const risks: Record<PlinkoRisk, string> = { low: "Low", medium: "Medium", high: "High" };
export const badBet = "Not a bet that this table takes";
export const badRows = (fewest: number, most: number) => `${fewest} to ${most} rows`;
export const badRisk = "Low, medium or high";
export const lastStep =
  "One draw of 2 to the power of the rows is written in binary, one digit for each row: 0 sends the ball to the left, 1 to the right. The number of ones is its bucket.";

export const path = (directions: ReactNode) => <>Path of the ball: {directions}</>;
export const result = (bucket: number, count: number, multiplier: string) =>
  `Bucket ${bucket} of ${count}, ${multiplier}×`;
