export const hard47 = "Hard 4–7";
export const hard8 = "Hard 8";
export const hard9 = "Hard 9";
export const hard10 = "Hard 10";
export const hard11 = "Hard 11";
export const hard12 = "Hard 12";
export const hard1316 = "Hard 13–16";
export const hard1720 = "Hard 17–20";
export const soft12 = "Soft 12";
export const soft1316 = "Soft 13–16";
export const soft17 = "Soft 17";
export const soft18 = "Soft 18";
export const soft19 = "Soft 19";
export const soft20 = "Soft 20";
export const insurance = "Insurance";
export const alwaysReturnsLessThan =
  "It always returns less than it costs, and least when you hold tens yourself.";
export const returnInsurance = "Return of insurance";
export const byBet = "By bet";
export const oddBetLosesHalf =
  "An odd bet loses half a point on each blackjack, so even bets are better.";
export const returnBlackjackPlayedBest = "Return of blackjack played best";
export const playedBest = "Played best";
export const returnBlackjack = "Return of blackjack";
export const chart = "By the chart";
export const chartPlay = "A chart to play by";
export const handAgainstDealersCard =
  "Your hand against the dealer's card. It returns 99.628% at even bets. D with three or more cards: hit, but stand on soft 18 and 19.";
export const hHitSStand = "H is hit, S is stand, D is double";
export const hand = "Hand";

export const strategy = "Strategy";
export const strategyChart = "Strategy chart";
export const handLeftDealersCard =
  "Your hand on the left, the dealer's card above. This chart returns 99.628% at even bets; counting every card of your own, 99.667%. Drawing like the dealer returns 94.32%.";
export const doubleThreeMoreCards =
  "Double with three or more cards: hit, except soft 18 and 19, where you stand. Insurance always gives back less than it costs: 97.96%, 91.84% or 85.71% with none, one or two ten-cards in hand.";
export const yourHand = " (your hand)";
