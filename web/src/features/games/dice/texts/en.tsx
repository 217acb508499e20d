import type { ReactNode } from "react";
import { formatCount } from "@/ui/format/words";
import type { Direction } from "../model";

export const recentRounds = {
  loading: "Loading your last rolls",
  failed: "Your last rolls could not be loaded.",
  empty: (most: number) => `Your last ${most} rolls will appear here.`,
  title: "Your last rolls, newest first",
};
const count = (done: number) => formatCount(done, "roll");
export const autoRun = {
  count: "Number of rolls",
  range: (most: string) => `0 to ${most}; 0 rolls until you stop`,
  progress: (done: ReactNode, all: number) =>
    all > 0 ? (
      <>
        Roll {done} of {all}
      </>
    ) : (
      <>Roll {done}</>
    ),
  finished: (done: number) => `Auto finished: ${count(done)}.`,
  stopped: (done: number) => `Auto stopped after ${count(done)}.`,
};
export const rollDice = "Roll dice";
export const betKeys = (key: (name: string) => ReactNode) => (
  <>
    {key("Space")} or {key("Enter")} rolls
  </>
);

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
