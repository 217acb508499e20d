import { type Play, Refusal, type Seeds } from "../../common/checker/inputs";
import { type Draw, recordDraws } from "../../common/fair-draw";
import type { RouletteTable } from "../published-table";
import { type Colour, colourOf, wheelBetOf } from "./wheel";

export type RouletteProof = {
  draws: Draw[];
  number: number;
  colour: Colour;
  paid: number[];
  payout: number;
};

/** A spin of roulette with all its bets (docs/games.md, section 9). */
export async function proveRoulette(
  seeds: Seeds,
  play: Play,
  table: RouletteTable,
): Promise<RouletteProof> {
  const given: readonly unknown[] = Array.isArray(play.params.bets) ? play.params.bets : [];
  const bets = given.map((bet) => wheelBetOf(bet, table.maxBet));
  const staked = bets.reduce((sum, { amount }) => sum + amount, 0);
  if (staked < table.minBet || staked > table.maxBet) throw new Refusal("bad_bet");

  const draws = recordDraws(seeds.serverSeed, seeds.clientSeed, seeds.nonce);
  const number = await draws.below(37);
  const paid = bets.map(({ kind, amount, wins }) =>
    wins(number) ? amount * table.returns[kind] : 0,
  );
  return {
    draws: draws.log,
    number,
    colour: colourOf(number),
    paid,
    payout: paid.reduce((sum, points) => sum + points, 0),
  };
}
