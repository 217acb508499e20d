import type { BetRange, Fields } from "../tables/reading";
import * as texts from "../texts/check.en";

/** What fixes a round: the two seeds and its number. */
export type Seeds = { serverSeed: string; clientSeed: string; nonce: number };

/** What was bet and done, in the names of the test vectors (docs/games.md, section 13). */
export type Play = { params: Fields; actions: readonly unknown[] };

/** A bet or an action that the rules refuse, with its code of docs/games.md. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(texts.rulesRefuse(code));
    this.name = "Refusal";
    this.code = code;
  }
}

/** A whole number between two bounds, or null. */
export function wholeIn(value: unknown, lowest: number, highest: number): number | null {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) return null;
  return value >= lowest && value <= highest ? value : null;
}

export function betOf(params: Fields, { minBet, maxBet }: BetRange): number {
  const bet = wholeIn(params.bet, minBet, maxBet);
  if (bet === null) throw new Refusal("bad_bet");
  return bet;
}

/** Points handed back at a multiplier in hundredths; the fraction of a point is dropped. */
export function payoutAt(bet: number, hundredths: number): number {
  return Math.floor((bet * hundredths) / 100);
}
