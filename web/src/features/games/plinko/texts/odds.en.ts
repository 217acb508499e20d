import type { PlinkoRisk } from "../published-table";

export const bet = "Bet";
export const risk = "Risk";
export const risks: Record<PlinkoRisk, string> = { low: "Low", medium: "Medium", high: "High" };
export const rows = "Rows";
export const rowCount = (count: number) => `${count} rows`;

const risksInSentence: Record<PlinkoRisk, string> = {
  low: "low risk",
  medium: "medium risk",
  high: "high risk",
};
export const tableCaption = (count: number, level: PlinkoRisk) =>
  `Plinko, ${rowCount(count)}, ${risksInSentence[level]}`;
export const bucket = "Bucket";
export const chance = "Chance";
export const about = "About";
export const pays = "Pays";
export const returnsCaption = (stake: number) =>
  `Return of plinko by rows and risk at a bet of ${stake}`;
export const averageReturn = "Return";
