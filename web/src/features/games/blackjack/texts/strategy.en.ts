export const title = "Strategy";
export const chartLabel = "Strategy chart";
export const intro =
  "Your hand on the left, the dealer's card above. This chart returns 99.628% at even bets; counting every card of your own, 99.667%. Drawing like the dealer returns 94.32%.";
export const hardHands = "Hard hands";
export const softHands = "Soft hands";
export const hand = "Hand";
export const yourHand = " (your hand)";
export const plays: Record<"H" | "S" | "D", string> = { H: "Hit", S: "Stand", D: "Double" };
export const notes =
  "Double with three or more cards: hit, except soft 18 and 19, where you stand. Insurance always gives back less than it costs: 97.96%, 91.84% or 85.71% with none, one or two ten-cards in hand.";
