import type { GameId } from "../queries";

/** How the numbers drawn become a result, one sentence or two for each game (docs/games.md). */
export const lastSteps: Readonly<Record<GameId, string>> = {
  dice: "The word is taken modulo 10,000 and shown as 0.00 to 99.99. Under wins below the target, over wins at the target or above it.",
  limbo:
    "One draw over all 2^32 values sets the result, so that any target t is reached with a chance of 0.99/t. The bet wins when the result is at the target or above it.",
  mines:
    "Before the first tile, the mines are picked out of 25 tiles by a shuffle. Their places are fixed from that moment; turning tiles only shows them.",
  blackjack:
    "One deck of 52 cards is shuffled before the deal. Every card, yours and the dealer's, comes from the front of that deck, whatever you choose to do.",
  keno: "Ten of the 40 numbers are picked by a shuffle and shown in that order. Your picks play no part in the draw.",
  slot: "One draw of 10,000 chooses the tier, the next ones the multiplier inside it and the board. The reels stop on that board and nothing else.",
  roulette: "One draw of 37 is the number, 0 to 36. Every bet on the table is settled by it.",
};
