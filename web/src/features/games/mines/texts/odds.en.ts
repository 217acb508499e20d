import { formatCount } from "@/ui/format/words";

export const mines = "Mines";
export const minesChosen = (count: number) => `Mines: ${count}`;
export const tableCaption = (count: number, bet: string) =>
  `Mines with ${formatCount(count, "mine")} at a bet of ${bet}, by gems found before cashing out`;
export const gems = "Gems";
export const nextPick = "Next pick";
export const chance = "Chance";
export const pays = "Pays";
export const averageReturn = "Return";

export const cap = (count: number, multiplier: string, gem: number | undefined) => {
  const reached = gem === undefined ? "" : `, reached with gem ${gem}`;
  return `With ${formatCount(count, "mine")} the multiplier ends at ${multiplier}×${reached}: more picks can only lose.`;
};
export const turnRuleOff = "The turn rule is off.";
export const turnRuleOn = (percent: string) =>
  `The turn rule is on, up to ${percent}% a pick, and these odds include it.`;
