import type { BlackjackOutcome } from "../check/prove";

export const actions = "Actions in order";
export const actionsHint = "insure or decline, then hit, stand, double";
export const insurancePending = "The dealer shows an ace: insure or decline comes first";
export const badAction = "One of these actions is not possible at that point";
export const doubleNotAllowed = "Doubling is for the first two cards only";
export const roundOver = "The round is over before the last of these";
export const lastStep =
  "One deck of 52 cards is shuffled before the deal. Every card, yours and the dealer's, comes from the front of that deck, whatever you choose to do.";

export const dealer = "Dealer";
export const dealerCards = "Dealer's cards";
export const player = "Player";
export const playerCards = "Player's cards";
export const outcomes: Readonly<Record<BlackjackOutcome, string>> = {
  blackjack: "Blackjack",
  dealer_blackjack: "The dealer has blackjack",
  win: "Won",
  push: "Push, stake returned",
  lose: "Lost",
  bust: "Bust",
};
export const waiting = "Waiting for an action";
export const insurance = (points: number, returned: number) =>
  `Insurance of ${points} returned ${returned}`;
export const deck = "The whole deck, from the front";

const ranks: Readonly<Record<string, string>> = {
  A: "ace",
  T: "10",
  J: "jack",
  Q: "queen",
  K: "king",
};
const suits: Readonly<Record<string, string>> = {
  S: "spades",
  H: "hearts",
  D: "diamonds",
  C: "clubs",
};
export const card = (rank: string, suit: string) => `${ranks[rank] ?? rank} of ${suits[suit]}`;
