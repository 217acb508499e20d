import type { ReactNode } from "react";
import { formatCount } from "@/ui/format/words";

export const recentRounds = {
  loading: "Loading your last rolls",
  failed: "Your last rolls could not be loaded.",
  empty: (most: number) => `Your last ${most} rolls will appear here.`,
  title: "Your last rolls, newest first",
};
const count = (done: number) => formatCount(done, "roll");
export const autoRun = {
  count: "Number of rolls",
  range: (most: string) => `1 to ${most} rolls`,
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
export const roll = "Roll";
export const betKeys = (key: (name: string) => ReactNode) => (
  <>
    {key("Space")} or {key("Enter")} rolls
  </>
);

export const target = "Target";
export const targetLabel = (lowest: string, highest: string) => `Target, ${lowest} to ${highest}`;
export const quickTargets = "Quick targets";
export const enterTarget = "Enter a target";
export const targetNoNumber = "A target is a number such as 2.00";
export const targetTooFine = "A target has at most two decimals";
export const targetTooLow = (lowest: string) => `The lowest target is ${lowest}`;
export const targetTooHigh = (highest: string) => `The highest target is ${highest}`;
export const winCondition = (lowest: string) => `${lowest}× or more wins`;

export const winChance = "Win chance";
export const averageReturn = "Average return";
export const winPays = "A win pays";
export const highestResult = "Highest result";
export const arcHint = "The lit part of the arc is your chance to win";

export const result = (reached: string) => `Result ${reached}.`;
export const hit = "Hit";
export const missed = "Missed";
export const stakeReturned = "Hit, stake returned";
export const recentRoll = (reached: string, won: boolean) =>
  won ? `${reached}, hit` : `${reached}, missed`;
