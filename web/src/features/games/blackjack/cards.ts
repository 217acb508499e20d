import * as texts from "./texts/en";

/** Cards as the server writes them: rank and suit, "AS" is the ace of spades. */

const ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
const suits = ["S", "H", "D", "C"] as const;
export type Rank = (typeof ranks)[number];
export type Suit = (typeof suits)[number];
export type Card = { rank: Rank; suit: Suit };

/** Null for what is no card. */
export function readCard(text: unknown): Card | null {
  if (typeof text !== "string" || text.length !== 2) return null;
  const rank = ranks.find((known) => known === text[0]);
  const suit = suits.find((known) => known === text[1]);
  return rank === undefined || suit === undefined ? null : { rank, suit };
}

/** Null unless every entry is a card. */
export function readCards(listed: unknown): Card[] | null {
  if (!Array.isArray(listed)) return null;
  const cards = listed.map(readCard);
  return cards.every((card) => card !== null) ? cards : null;
}

export type Hand = {
  /** The best count: aces are 11 as long as that is no bust. */
  total: number;
  /** One ace counts 11. */
  isSoft: boolean;
};

/** Counts a hand (docs/games.md, section 7). */
export function countHand(cards: readonly Card[]): Hand {
  let total = 0;
  for (const { rank } of cards) total += pointsOf(rank);
  const isSoft = total <= 11 && cards.some(({ rank }) => rank === "A");
  return { total: isSoft ? total + 10 : total, isSoft };
}

/** An ace counts 1 here. */
function pointsOf(rank: Rank): number {
  if (rank === "A") return 1;
  return "TJQK".includes(rank) ? 10 : Number(rank);
}

/** Whether a card counts ten. */
export function isTen({ rank }: Card): boolean {
  return pointsOf(rank) === 10;
}

/** "7/17" for a soft hand that can still turn hard, else the count. */
export function totalText({ total, isSoft }: Hand): string {
  return isSoft && total < 21 ? `${total - 10}/${total}` : String(total);
}

/** The same for a screen reader: "soft 17". */
export function totalSaid({ total, isSoft }: Hand): string {
  return isSoft && total < 21 ? texts.softTotal(total) : String(total);
}

/** "ace of spades" */
export function cardName({ rank, suit }: Card): string {
  return texts.card(rank, suit);
}
