import { formatCount } from "@/ui/format/words";

export const risk = "Risk";
export const picks = "Picks";
export const kenoRiskPicks = (riskText: string | number, picksText: string | number) =>
  `Keno, ${riskText} risk, ${picksText} picks`;
export const returnKenoPicksRisk = (bet: string | number) =>
  `Return of keno by picks and risk at a bet of ${bet}`;
export const pickCount = (count: number) => formatCount(count, "pick");
