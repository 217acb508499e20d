import type { ReactNode } from "react";
import { formatPointCount, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";
import type { Filler, WinLabel } from "../model";

export const recentRounds = {
  loading: "Loading your last spins",
  failed: "Your last spins could not be loaded.",
  empty: (most: number) => `Your last ${most} spins will appear here.`,
  title: "Your last spins, newest first",
};
const count = (done: number) => formatCount(done, "spin");
export const autoRun = {
  count: "Number of spins",
  range: (most: string) => `0 to ${most}; 0 spins until you stop`,
  progress: (done: ReactNode, all: number) =>
    all > 0 ? (
      <>
        Spins done {done} of {all}
      </>
    ) : (
      <>Spins done {done}</>
    ),
  finished: (done: number) => `Auto finished: ${count(done)}.`,
  stopped: (done: number) => `Auto stopped after ${count(done)}.`,
};
export const wins: Record<WinLabel, string> = {
  "NICE WIN": "NICE WIN",
  "GREAT WIN": "GREAT WIN",
  "BIG WIN": "BIG WIN",
  "MEGA WIN": "MEGA WIN",
};

export const bet = "Bet";
export const betAmount = (points: number) =>
  `Bet amount: ${formatPointCount(points)}. Choose from the list`;
export const lowerBet = "Lower bet";
export const higherBet = "Higher bet";
export const balanceTooLow = "Your balance is too low for this bet";

export const spin = "Spin";
export const skip = "Skip";
export const skipAnimation = "Skip the animation";
export const start = "Start";
export const startAuto = "Start auto";
export const stop = "Stop";
export const stopAuto = "Stop auto";
export const waiting = "Waiting";
export const waitingForServer = "Waiting for the server";

export const turbo = "Turbo";
export const turboHint = "Quick stop (T)";
export const auto = "Auto";
export const autoHint = "Auto spin (A)";
type Key = (name: string) => ReactNode;
export const spinKeys = (key: Key) => <>{key("Space")} spins and skips</>;
export const turboKey = (key: Key) => <>{key("T")} turbo</>;
export const autoKey = (key: Key) => <>{key("A")} auto</>;
export const soundKey = (key: Key) => <>{key("M")} sound</>;
export const netThisRun = (net: string) => `${net} this run`;

export const averageReturn = "Average return";
export const winChance = "Chance of any win";
export const winReturns = "A win returns";
export const pointRange = (least: string, most: string) => `${least} to ${most} ${pointsName}`;
export const stakeOnly = (multiplier: string) =>
  `A win up to ${multiplier}x only returns your stake at this bet`;

export const logoTop = "DOWNUNDER";
export const paytable = "Paytable and rules";
export const mute = "Mute";
export const soundOn = "Sound on (M)";
export const soundOff = "Sound off (M)";
export const loading = "Loading the reels";
export const loadFailed = "Failed to load game. Please refresh.";
export const refresh = "Refresh";

export const staked = (points: number) => `${formatPointCount(points)} on this spin`;
export const noBones = "No bones, no win";
export const bonesPay = "Only bones pay. Their values add up to your multiplier.";
export const points = (amount: string) => `${amount} ${pointsName}`;
export const goOn = "Continue";

export const spinning = "The reels are spinning.";
export const board = "The board, row by row:";
export const symbols: Record<Filler, string> = {
  kelpie: "kelpie",
  dingo: "dingo",
  hat: "hat",
  boomerang: "boomerang",
  paw: "paw",
  bowl: "bowl",
  ball: "ball",
  collar: "collar",
};
export const bone = (value: string) => `bone ${value}x`;
export const announceLoss = "No bones, no win.";
export const announceWin = (label: WinLabel | null, bones: number, sum: string, payout: number) =>
  `${label === null ? "" : `${wins[label]}. `}${formatCount(bones, "bone")}: ${sum}. Returned ${formatPointCount(payout)}.`;

export const lastSpins = "Your last spins";
export const recentWin = (multiplier: string) => `Won ${multiplier}x`;
export const recentLoss = "No win";
