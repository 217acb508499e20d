import type { ReactNode } from "react";
import { namePoints, PointsName, pointsName } from "@/ui/format/points";

export const stopProfit = "Stop at profit";
export const never = "Never";
export const stopLoss = "Stop at loss";

export const startAuto = "Start auto";
export const stopAuto = "Stop auto";
export const stopKeys = (key: (name: string) => ReactNode) => (
  <>
    {key("Space")} or {key("Enter")} stops
  </>
);
export const netThisRun = (net: string) => `${net} this run`;

export const betAmount = "Bet amount";
export const halfBet = "Half the bet";
export const doubleBet = "Double the bet";
export const highestBet = "Highest bet";
export const max = "Max";

export const dontHaveEnoughPoints = `You don't have enough ${pointsName} for a bet.`;
export const winOnlyReturnsStake = "A win only returns your stake at this bet";
export const winReturnsLessThan = "A win returns less than your stake at this bet";

export const fairness = "Fairness";
export const takesNoNewRounds = (name: string | number) =>
  `${name} takes no new rounds right now. Your open round can still be finished.`;
export const table = "Table";
export const bet = "Bet";

export const gameCurrentlyBeingUpdated = (name: string | number) =>
  `The ${name} game is currently being updated. Please check back soon!`;
export const pausedUntilTodaysPrize = (until: string | number) =>
  `Paused until ${until}: today's prize budget is used up`;

export const mode = "Mode";

export const retry = "Retry";

export const shownOnceOddsLoaded = "Shown once the odds are loaded";
export const enterBetSeeWhat = "Enter a bet to see what a win returns";
export const pointWord = namePoints;
export const returns = (points: ReactNode) => <>Returns {points}</>;

export const insufficientPoints = `Insufficient ${PointsName}`;
export const dontHaveEnoughPointsPlace = `You don't have enough ${pointsName} to place this bet!`;
export const ok = "OK";

export const wholeNumberAbove0 = "A whole number above 0";
export const autoStoppedProfitReached = (stopAtProfit: string | number) =>
  `Auto stopped: your profit reached ${stopAtProfit}.`;
export const autoStoppedLossReached = (stopAtLoss: string | number) =>
  `Auto stopped: your loss reached ${stopAtLoss}.`;
export const autoStoppedBalanceBelow = "Auto stopped: your balance is below the bet.";

export const enterBet = "Enter a bet";
export const betWholeNumberPoints = `A bet is a whole number of ${pointsName}`;
export const smallestBet = (minBet: string | number) => `The smallest bet is ${minBet}`;
export const largestBet = (maxBet: string | number) => `The largest bet is ${maxBet}`;
export const betsGoUpSteps = (betStep: string | number) => `Bets go up in steps of ${betStep}`;
export const balanceTooLowBet = "Your balance is too low for this bet";

export const manual = "Manual";
export const auto = "Auto";
export const autoStoppedConnectionWas = "Auto stopped: the connection was lost.";

export const lostBet = {
  checking: "Connection lost. Checking whether your bet counted…",
  counted: "Your bet was placed. This is its round.",
  notCounted: `Your bet was not placed. No ${pointsName} were taken.`,
};

export const backOnline = (outcome: string) => `You're back online. ${outcome}`;

export const roundHasEndedMeanwhile = "Your round has already ended.";
export const lastRoundStillOpen = "Your last round is still open: finish it first.";
export const roundChangedElsewhere =
  "This round changed in another window. You're now seeing its latest state.";

export const endlessHint = "0 = no end";
export const upTo = (most: number) => `1 to ${most}`;
export const underMaintenance = (game: string) => `${game} Under Maintenance`;
export const isPaused = (game: string) => `${game} is paused`;
export const showProof = (round: string) => `${round}. Show the proof`;
