import type { ReactNode } from "react";
import { formatCount } from "@/ui/format/words";

export const insurance = "Insurance";
export const yourMove = "Your move";
export const hit = "Hit";
export const stand = "Stand";
export const double = "Double";
export const doublingTakesMorePoints = (betText: string | number, balance: string | number) =>
  `Doubling takes ${betText} more points than your bet; you have ${balance}.`;
export const doublingFirstTwoCards = "Doubling is for the first two cards.";
export const hitsStandsDoubles = (h: ReactNode, s: ReactNode, d: ReactNode) => (
  <>
    {h} hits, {s} stands, {d} doubles
  </>
);
export const insurancePoints = (cost: string | number) => `Insurance for ${cost} points?`;
export const returnsIfDealerHas = (points: ReactNode, value: ReactNode, span: ReactNode) => (
  <>
    Returns {points} if the dealer has blackjack, else nothing. {value} of the 49 cards you cannot
    see count ten: on average it gives back {span} of its cost.
  </>
);
export const insure = "Insure";
export const noInsurance = "No insurance";
export const insuranceTakesPointsHave = (cost: string | number, balance: string | number) =>
  `Insurance takes ${cost} points; you have ${balance}.`;
export const insuresGoesWithout = (i: ReactNode, n: ReactNode) => (
  <>
    {i} insures, {n} continues without
  </>
);

export const strategy = "Strategy";
export const dealerBj = "Dealer BJ";

export const winPays11 = "A win pays 1 to 1";
export const deal = "Deal";
export const dealAgain = "Deal again";
export const space = "Space";
export const enter = "Enter";
export const orDeals = (spaceText: ReactNode, enterText: ReactNode) => (
  <>
    {spaceText} or {enterText} deals
  </>
);
export const oneDeckShuffledEvery =
  "One deck, shuffled for every round. The dealer stands on all 17. A natural pays 3 to 2; an odd bet loses half a point on it. No split, no surrender.";

export const blackjackPays32 = "BLACKJACK PAYS 3 TO 2";
export const dealerStandsAll17 = "DEALER STANDS ON ALL 17";
export const bet = "Bet ";
export const doubled = "doubled";

export const dealerShows = (up: string | number) => ` Dealer shows the ${up}.`;
export const insuranceOffered = " Insurance is offered.";
export const got = (last: string | number) => `You got the ${last}. `;
export const youHave = (
  news: string,
  mine: string | number,
  shown: string | number,
  offer: string | number,
) => `${news}You have ${mine}.${shown}${offer}`;
export function netPoints(net: number): string {
  if (net === 0) return "no points won or lost";
  return `${net > 0 ? "plus" : "minus"} ${formatCount(Math.abs(net), "point")}`;
}
export const haveDealer = (
  title: string | number,
  mine: string | number,
  dealer: string | number,
  points: string | number,
  lines: string | number,
) => `${title}: you have ${mine}, dealer ${dealer}, ${points}.${lines}`;

export const soft = (total: string | number) => `soft ${total}`;

export const dealerHasBlackjack = "Dealer has blackjack";
export const youWin = "You win";
export const dealerWins = "Dealer wins";
export const pays32 = "Pays 3 to 2";
export const dealerBusts = "Dealer busts";
export const betBack = "Your bet is back";
export const insuranceReturned = (insuranceReturn: string | number) =>
  `Insurance returned ${insuranceReturn}`;
export const insuranceLost = (insuranceText: string | number) => `Insurance lost ${insuranceText}`;
