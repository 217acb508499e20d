import { pointsName } from "@/ui/format/points";
export const bet = "Bet";
export const averageReturn = "Return";
export const byBet = "By bet";
export const byBetHint = `An odd bet loses 0.5 ${pointsName} on each blackjack, so even bets are better.`;
export const bestCaption = "Return of blackjack played best";
export const bothCaption = "Return of blackjack";
export const playedBest = "Played best";
export const byChart = "By the chart";
export const evenBets = "any even bet";

export const insurance = "Insurance";
export const insuranceHint =
  "It always returns less than it costs, and least when you hold tens yourself.";
export const insuranceCaption = "Return of insurance";
export const tensHeld = "Ten-cards in your hand";

export const chart = "A chart to play by";
export const chartHint =
  "Your hand against the dealer's card. It returns 99.628% at even bets. D with three or more cards: hit, but stand on soft 18 and 19.";
export const chartCaption = "H is hit, S is stand, D is double";
export const hand = "Hand";
export const hard = (total: string) => `Hard ${total}`;
export const soft = (total: string) => `Soft ${total}`;
export const plays: Readonly<Record<string, string>> = { H: "hit", S: "stand", D: "double" };
