import { pointsName } from "@/ui/format/points";
import type { WinLabel } from "../model";

export const title = "Paytable";
export const intro =
  "Only bones pay. Each carries a printed value, and the values add up to your multiplier. Other symbols never pay.";
export const caption = "What the bones pay";
export const bones = "Bones";
export const noBones = "None";
export const multiplier = "Multiplier";
export const returns = "Returns";
export const chance = "Chance";
export const noWin = "No win";
export const range = (least: string, most: string) => `${least} to ${most}`;
export const averageReturn = (bet: number) => `Average return at a bet of ${bet}`;
export const winChance = "Chance of any win";

export const rules = "The rules of the board";
export const drawRule = (leastBone: string) =>
  `The server draws the multiplier first, then which cells hold the bones, and how the multiplier is split over them. A bone is worth at least ${leastBone}x.`;
export const noBonesRule =
  "A board without bones is no win. No board is arranged to look like a near win.";
export const symbolRule =
  "Each row is filled with symbols so that no two neighbours are equal. They are only decoration, and a bone covers the symbol in its cell.";
export const payoutRule = `Your bet times the multiplier is paid in whole ${pointsName}; the fraction is dropped. That is why small bets return a little less.`;
export const speedRule =
  "Turbo, auto and skipping only change how long the animation takes, never the result.";

export const winNames = "Names of wins";
const wins: Record<WinLabel, string> = {
  "NICE WIN": "NICE WIN",
  "GREAT WIN": "GREAT WIN",
  "BIG WIN": "BIG WIN",
  "MEGA WIN": "MEGA WIN",
};
/** `from`: the lowest multiplier of each name, in hundredths. */
export const winNameList = (from: Readonly<Record<WinLabel, number>>) =>
  `${wins["NICE WIN"]} from ${from["NICE WIN"] / 100}x, ${wins["GREAT WIN"]} from ${from["GREAT WIN"] / 100}x, ${wins["BIG WIN"]} from ${from["BIG WIN"] / 100}x, ${wins["MEGA WIN"]} from ${from["MEGA WIN"] / 100}x.`;
