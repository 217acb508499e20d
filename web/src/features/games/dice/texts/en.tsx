import type { Direction } from "../model";

export const words = { one: "roll", many: "rolls" };
export const rollDice = "Roll dice";
export const keyVerb = "rolls";

export const winningSide = "Winning side";
export const sides: Record<Direction, string> = { under: "Roll under", over: "At or over" };
export const target = "Target";
export const targetLabel = (lowest: number, highest: number) => `Target, ${lowest} to ${highest}`;
export const targetOnScale = (direction: Direction, number: number) =>
  direction === "under" ? `Target, win under ${number}.00` : `Target, win at or over ${number}.00`;
export const winCondition = (direction: Direction, number: number) =>
  direction === "under" ? `A roll under ${number}.00 wins` : `A roll at or over ${number}.00 wins`;

export const winChance = "Win chance";
export const paidMultiplier = "Paid multiplier";
export const fairMultiplier = "Fair multiplier";
export const averageReturn = "Average return";

export const rolled = (roll: string) => `Rolled ${roll}.`;
export const hit = "Hit";
export const missed = "Missed";
export const stakeReturned = "Hit, stake returned";
export const recentRoll = (roll: string, won: boolean) =>
  won ? `${roll}, hit` : `${roll}, missed`;
