import { PointsName } from "@/ui/format/points";
import type { Colour } from "../check/wheel";

export const bets = "Bets, one per line";
export const betsHint = `${PointsName}, kind, numbers: 10 red · 5 split 28 31 · 2 dozen 3`;
export const noBets = "Enter at least one bet";
export const badLine = (line: string) => `"${line}" is not a bet. Write: 5 split 28 31`;
export const badBet = "Not a bet that this table takes";
export const badKind = "One of these bets does not exist";
export const badNumbers = "The numbers of one bet do not lie together on the layout";
export const lastStep =
  "One draw of 37 is the number, 0 to 36. Every bet on the table is settled by it.";

export const colours: Record<Colour, string> = { green: "Green", red: "Red", black: "Black" };
export const bet = (points: string, on: string) => `${points} on ${on}`;
export const returns = (points: string) => `returns ${points}`;
export const lost = "lost";
