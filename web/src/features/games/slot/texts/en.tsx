import type { ReactNode } from "react";
import { formatCount } from "@/ui/format/words";

export const betAmountChooseFrom = (betText: number) =>
  `Bet amount: ${formatCount(betText, "point")}. Choose from the list`;
export const bet = "Bet";

export const lowerBet = "Lower bet";
export const higherBet = "Higher bet";
export const balanceTooLowBet = "Your balance is too low for this bet";

export const reelsSpinning = "The reels are spinning.";
export const boardRowRow = "The board, row by row:";
export const noBonesNoWin = "No bones, no win.";
export const pointCount = (count: number) => formatCount(count, "point");

export const quickStopT = "Quick stop (T)";
export const spinItself = "Auto spin (A)";
export const space = "Space";
export const spinsSkips = (spaceText: ReactNode) => <>{spaceText} spins and skips</>;
export const turbo = (t: ReactNode) => <>{t} turbo</>;
export const auto = (key: ReactNode) => <>{key} auto</>;
export const sound = (m: ReactNode) => <>{m} sound</>;
export const spinsDone = (done: ReactNode, part: ReactNode) => (
  <>
    Spins done {done}
    {part}
  </>
);
export const netThisRun = (net: string) => `${net} this run`;

export const downunder = "DOWNUNDER";

export const paytable = "Paytable";
export const onlyBonesPayEach =
  "Only bones pay. Each carries a printed value, and the values add up to your multiplier. Other symbols never pay.";
export const rulesBoard = "The rules of the board";
export const serverDrawsMultiplierFirst = (minBone: string | number) =>
  `The server draws the multiplier first, then which cells hold the bones, and how the multiplier is split over them. A bone is worth at least ${minBone}x.`;
export const boardWithoutBonesNo =
  "A board without bones is no win. No board is arranged to look like a near win.";
export const eachRowFilledSymbols =
  "Each row is filled with symbols so that no two neighbours are equal. They are only decoration, and a bone covers the symbol in its cell.";
export const betTimesMultiplierPaid =
  "Your bet times the multiplier is paid in whole points; the fraction is dropped. That is why small bets return a little less.";
export const turboAutoSkippingChange =
  "Turbo, auto and skipping change how long you look, never what was drawn.";
export const namesWins = "Names of wins";
export const fromX = (label: string | number, from: string | number) => `${label} from ${from}x`;
export const whatBonesPay = "What the bones pay";
export const noWin = "No win";
export const bones = "Bones";
export const multiplier = "Multiplier";
export const returns = "Returns";
export const chance = "Chance";

export const lastSpins = "Your last spins";
export const wonX = (multiplierText: string | number) => `Won ${multiplierText}x`;

export const spin = "Spin";
export const skipAnimation = "Skip the animation";
export const skip = "Skip";
export const startAuto = "Start auto";
export const start = "Start";
export const stopAuto = "Stop auto";
export const stop = "Stop";
export const waitingServer = "Waiting for the server";
export const waiting = "Waiting";

export const paytableRules = "Paytable and rules";
export const mute = "Mute";
export const soundM = "Sound on (M)";
export const soundOffM = "Sound off (M)";
export const failedLoadGamePlease = "Failed to load game. Please refresh.";
export const refresh = "Refresh";
export const loadingReels = "Loading the reels";

export const spinText = (stake: number) => `${formatCount(stake, "point")} on this spin`;
export const noBonesNoWinText = "No bones, no win";
export const onlyBonesPayTheir = "Only bones pay. Their values add up to your multiplier.";

export const points = (payout: string | number) => `${payout} points`;
export const continueText = "Continue";

export const niceWin = "NICE WIN";
export const greatWin = "GREAT WIN";
export const bigWin = "BIG WIN";
export const megaWin = "MEGA WIN";
export const boneX = (value: string | number) => `bone ${value}x`;

export const blurred = (cell: string | number) => `${cell} blurred`;
export const bone = (value: string | number) => `bone ${value}`;
