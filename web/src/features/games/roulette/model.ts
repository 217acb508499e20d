import type { Round } from "../common/queries";
import { isFields } from "../common/tables/reading";
import { type Bets, noBets, withChip } from "./chips";
import { type Colour, colourOf, spotOfBet } from "./layout";

/** Roulette (docs/games.md, section 9). */

/** A finished round as the table shows it. */
export type RouletteRound = {
  id: string;
  staked: number;
  payout: number;
  result: "win" | "push" | "loss";
  number: number;
  colour: Colour;
  bets: Bets;
  /** What each spot handed back. */
  paid: Bets;
  record: Round;
};

/** A round of the server as a roulette round; null for one that has another shape. */
export function readRouletteRound(record: Round): RouletteRound | null {
  const { id, staked, payout, result } = record;
  const { number, paid } = record.detail;
  if (record.game !== "roulette" || result === null) return null;
  if (typeof number !== "number" || !Number.isInteger(number) || number < 0 || number > 36)
    return null;
  const list = record.params.bets;
  if (!Array.isArray(list) || !Array.isArray(paid)) return null;
  let bets = noBets;
  let returned = noBets;
  for (const [place, bet] of list.entries()) {
    const back: unknown = paid[place];
    if (!isFields(bet) || typeof bet.amount !== "number" || typeof back !== "number") return null;
    const spot = spotOfBet(bet.kind, bet.numbers, bet.pick);
    if (spot === undefined) return null;
    bets = withChip(bets, spot.id, bet.amount);
    returned = withChip(returned, spot.id, back);
  }
  const colour = colourOf(number);
  return { id, staked, payout, result, number, colour, bets, paid: returned, record };
}
