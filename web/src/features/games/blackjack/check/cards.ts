const RANKS = "A23456789TJQK";
const SUITS = "SHDC";

/** A card by its number, 0 to 51: "AS" is the ace of spades. */
export function cardName(card: number): string {
  return `${RANKS.charAt(card % 13)}${SUITS.charAt(Math.floor(card / 13))}`;
}

/** The best total of a hand: an ace counts 11 while that does not go above 21. */
export function handTotal(hand: readonly string[]): number {
  const ranks = hand.map((card) => RANKS.indexOf(card.charAt(0)));
  const hard = ranks.reduce((sum, rank) => sum + Math.min(rank + 1, 10), 0);
  return ranks.includes(0) && hard + 10 <= 21 ? hard + 10 : hard;
}

/** Two cards that make 21. */
export function isNatural(hand: readonly string[]): boolean {
  return hand.length === 2 && handTotal(hand) === 21;
}

export function isAce(card: string | undefined): boolean {
  return card?.startsWith("A") === true;
}

export function isTen(card: string | undefined): boolean {
  return card !== undefined && "TJQK".includes(card.charAt(0));
}
