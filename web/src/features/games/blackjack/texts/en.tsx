import type { ReactNode } from "react";
import { formatPointCount, pointsName } from "@/ui/format/points";
import type { Rank, Suit } from "../cards";
import type { Outcome } from "../model";

export const recentRounds = {
  loading: "Loading your last rounds",
  failed: "Your last rounds could not be loaded.",
  empty: (most: number) => `Your last ${most} rounds will appear here.`,
  title: "Your last rounds, newest first",
};
export const strategy = "Strategy";

export const deal = "Deal";
export const dealAgain = "Deal again";
export const dealKeys = (key: (name: string) => ReactNode) => (
  <>
    {key("Space")} or {key("Enter")} deals
  </>
);
export const winCondition = "A win pays 1 to 1";
export const bestReturn = "Best play returns";
export const chartReturn = "Strategy chart";
export const naturalReturns = "A natural returns";
export const naturalChance = "Natural wins";
export const houseRules = `One deck, shuffled for every round. The dealer stands on all 17. A natural pays 3 to 2; an odd bet loses 0.5 ${pointsName} on it. No split, no surrender.`;

const lostInsurance = {
  checking: "Connection lost. Checking whether your insurance choice counted…",
  counted: "Your insurance choice counted.",
  notCounted: "Your insurance choice did not count. You can make it again.",
};
/** Shown for a move while it is unknown whether it counted, and afterwards. */
export const lostMoves = {
  insure: lostInsurance,
  decline: lostInsurance,
  hit: {
    checking: "Connection lost. Checking whether your hit counted…",
    counted: "Your hit counted.",
    notCounted: "Your hit did not count. You can make it again.",
  },
  stand: {
    checking: "Connection lost. Checking whether your stand counted…",
    counted: "Your stand counted.",
    notCounted: "Your stand did not count. You can make it again.",
  },
  double: {
    checking: "Connection lost. Checking whether your double counted…",
    counted: "Your double counted.",
    notCounted: "Your double did not count. You can make it again.",
  },
};
export const yourMove = "Your move";
export const hit = "Hit";
export const stand = "Stand";
export const double = "Double";
export const doubleTooDear = (points: string, balance: string) =>
  `Doubling takes ${points} more ${pointsName} than your bet; you have ${balance}.`;
export const doubleTooLate = "Doubling is for the first two cards.";
export const moveKeys = (key: (name: string) => ReactNode) => (
  <>
    {key("H")} hits, {key("S")} stands, {key("D")} doubles
  </>
);

export const insurance = "Insurance";
export const insuranceOffer = (points: string) => `Insurance for ${points} ${pointsName}?`;
export const insuranceOdds = (points: string, tens: number, average: ReactNode) => (
  <>
    Returns {points} if the dealer has blackjack, else nothing. {tens} of the 49 cards you cannot
    see count ten: on average it gives back {average} of its cost.
  </>
);
export const insure = "Insure";
export const noInsurance = "No insurance";
export const insuranceTooDear = (points: string, balance: string) =>
  `Insurance takes ${points} ${pointsName}; you have ${balance}.`;
export const insuranceKeys = (key: (name: string) => ReactNode) => (
  <>
    {key("I")} insures, {key("N")} continues without
  </>
);

export const feltPays = "BLACKJACK PAYS 3 TO 2";
export const feltDealer = "DEALER STANDS ON ALL 17";
export const bet = "Bet";
export const doubled = "doubled";
export const insured = "insurance";
export const insuranceGone = "insurance lost";

const ranks: Record<Rank, string> = {
  A: "ace",
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
};
const suits: Record<Suit, string> = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
export const card = (rank: Rank, suit: Suit) => `${ranks[rank]} of ${suits[suit]}`;
export const softTotal = (total: number) => `soft ${total}`;
export const dealer = "Dealer";
export const you = "You";
export const noCards = (name: string) => `${name}: no cards`;
export const hand = (name: string, cards: readonly string[], hasHole: boolean, total: string) =>
  `${name}: ${cards.join(", ")}${hasHole ? ", one card face down" : ""}; ${total}`;

export const outcomes: Record<Outcome, string> = {
  blackjack: "Blackjack",
  dealer_blackjack: "Dealer has blackjack",
  win: "You win",
  push: "Push",
  lose: "Dealer wins",
  bust: "Bust",
};
export const naturalPays = "Pays 3 to 2";
export const dealerBusts = "Dealer busts";
export const betBack = "Your bet is back";
export const betDoubled = "Doubled";
export const insuranceReturned = (points: number) => `Insurance returned ${points}`;
export const insuranceLost = (points: number) => `Insurance lost ${points}`;

/** `drawn` and `up` are null where there is no such card to name. */
export const announceOpen = (
  drawn: string | null,
  total: string,
  up: string | null,
  isOffered: boolean,
) =>
  [
    ...(drawn === null ? [] : [`You got the ${drawn}.`]),
    `You have ${total}.`,
    ...(up === null ? [] : [`Dealer shows the ${up}.`]),
    ...(isOffered ? ["Insurance is offered."] : []),
  ].join(" ");
const netPoints = (net: number) =>
  net === 0
    ? `no ${pointsName} won or lost`
    : `${net > 0 ? "plus" : "minus"} ${formatPointCount(Math.abs(net))}`;
export const announceEnd = (
  title: string,
  totals: { player: string; dealer: string },
  net: number,
  lines: readonly string[],
) =>
  [
    `${title}: you have ${totals.player}, dealer ${totals.dealer}, ${netPoints(net)}.`,
    ...lines.map((line) => `${line}.`),
  ].join(" ");

export const recentOpen = "Open";
export const recentOutcomes: Record<Outcome, string> = {
  blackjack: "Blackjack",
  dealer_blackjack: "Dealer BJ",
  win: "Win",
  push: "Push",
  lose: "Lost",
  bust: "Bust",
};
