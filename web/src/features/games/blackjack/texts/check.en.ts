export const ofText = (part: string | number, name: string | number) => `${part} of ${name}`;

export const dealerHasBlackjack = "The dealer has blackjack";
export const waitsAction = "Waiting for an action";
export const insuranceReturned = (insurance: string | number, insurance_return: string | number) =>
  `Insurance of ${insurance} returned ${insurance_return}`;
export const wholeDeckFromFront = "The whole deck, from the front";

export const actionsOrder = "Actions in order";
export const dealerShowsAceInsure = "The dealer shows an ace: insure or decline comes first";
export const oneTheseActionsNot = "One of these actions is not possible at its moment";
export const doublingFirstTwoCards = "Doubling is for the first two cards only";
export const roundOverBeforeLast = "The round is over before the last of these";
export const oneDeck52Cards =
  "One deck of 52 cards is shuffled before the deal. Every card, yours and the dealer's, comes from the front of that deck, whatever you choose to do.";
