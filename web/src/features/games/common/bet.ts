import * as texts from "./texts/en";
/** The bets a game takes, in whole points. With a step, they are its multiples, and both limits are. */
export type BetLimits = {
  minBet: number;
  maxBet: number;
  betStep?: number;
  /** What the game gives back on average, in percent, where one number says it. */
  returnPercent?: number;
};

/** Whether a bet can win more than it costs, as the table is set. */
export type CanWin = (bet: number, limits: BetLimits) => boolean;

/** Most steps that an opening bet is raised by. */
const RAISES_MAX = 100;

export type BetReading = { bet: number; problem: null } | { bet: null; problem: string };

/** The highest bet one can place now: the game's, or the balance when that is less. */
export function highestBet(limits: BetLimits, balance: number): number {
  return downToStep(Math.min(limits.maxBet, balance), limits);
}

/** Points rounded down to a multiple of the step. */
function downToStep(points: number, { betStep = 1 }: BetLimits): number {
  return points - (points % betStep);
}

/**
 * The bet a table opens with: at most a tenth of the balance until the member has chosen a bet, and
 * what the balance covers after that. Payouts are whole points, so a very small bet may win nothing: it is raised to
 * one that can win, as far as the balance goes.
 */
export function openingBet(
  { betText, hasChosenBet }: { betText: string; hasChosenBet: boolean },
  usual: number,
  limits: BetLimits,
  balance: number,
  canWin: CanWin = () => true,
): string {
  if (!hasChosenBet) {
    const tenth = Math.floor(balance / 10);
    const least = Math.max(limits.minBet, highestBet(limits, Math.min(usual, tenth)));
    return String(raised(least, limits, balance, canWin));
  }
  // What is no number is not lower than the balance either, and stays to be corrected.
  if (balance > 0 && Number(betText) > balance)
    return String(Math.max(limits.minBet, highestBet(limits, balance)));
  return betText;
}

function raised(least: number, limits: BetLimits, balance: number, canWin: CanWin): number {
  const highest = highestBet(limits, balance);
  for (let raises = 0, bet = least; raises < RAISES_MAX && bet <= highest; raises += 1) {
    if (canWin(bet, limits)) return bet;
    bet += limits.betStep ?? 1;
  }
  return least;
}

/** Reads a typed bet; the problem is said beside the field (docs/decisions.md, C3). */
export function readBet(text: string, limits: BetLimits, balance: number): BetReading {
  const typed = text.trim();
  if (typed === "") return problem(texts.enterBet);
  if (!/^\d{1,9}$/.test(typed)) return problem(texts.betWholeNumberPoints);
  const bet = Number(typed);
  if (bet < limits.minBet) return problem(texts.smallestBet(limits.minBet));
  if (bet > limits.maxBet) return problem(texts.largestBet(limits.maxBet));
  const { betStep = 1 } = limits;
  if (bet % betStep !== 0) return problem(texts.betsGoUpSteps(betStep));
  if (bet > balance) return problem(texts.balanceTooLowBet);
  return { bet, problem: null };
}

function problem(said: string): BetReading {
  return { bet: null, problem: said };
}

/** Half of a typed bet, rounded down to a bet that can be placed, not below the smallest. */
export function halveBet(text: string, limits: BetLimits): number {
  return Math.max(limits.minBet, downToStep(Math.floor(leading(text, limits) / 2), limits));
}

/** Twice a typed bet, not above the highest that can be placed now. */
export function doubleBet(text: string, limits: BetLimits, balance: number): number {
  const doubled = downToStep(leading(text, limits) * 2, limits);
  return Math.max(limits.minBet, Math.min(highestBet(limits, balance), doubled));
}

function leading(text: string, limits: BetLimits): number {
  const value = Number.parseInt(text, 10);
  return Number.isFinite(value) && value > 0 ? Math.min(value, 999_999) : limits.minBet;
}
