import { formatCount } from "@/ui/format/words";
import type { KenoRisk } from "../published-table";

export const risk = "Risk";
export const risks: Record<KenoRisk, string> = { low: "Low", medium: "Medium", high: "High" };
export const picks = "Picks";
export const pickCount = (count: number) => formatCount(count, "pick");

const risksInSentence: Record<KenoRisk, string> = {
  low: "low risk",
  medium: "medium risk",
  high: "high risk",
};
export const tableCaption = (level: KenoRisk, count: number) =>
  `Keno, ${risksInSentence[level]}, ${pickCount(count)}`;
export const hits = "Hits";
export const chance = "Chance";
export const about = "About";
export const pays = "Pays";
export const returnsCaption = (bet: string) =>
  `Return of keno by picks and risk at a bet of ${bet}`;
export const averageReturn = "Return";
