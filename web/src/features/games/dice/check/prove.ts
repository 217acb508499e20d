import { betOf, type Play, Refusal, type Seeds, wholeIn } from "../../common/checker/inputs";
import { type Draw, recordDraws } from "../../common/fair-draw";
import { hundredthsText } from "../../common/tables/reading";
import type { DiceTable } from "../published-table";

export type DiceProof = {
  draws: Draw[];
  roll: string;
  won: boolean;
  chance: number;
  fair_multiplier: string;
  multiplier: string;
  payout: number;
};

/** A roll of dice, from its seeds and the bet (docs/games.md, section 3). */
export async function proveDice(seeds: Seeds, play: Play, table: DiceTable): Promise<DiceProof> {
  const bet = betOf(play.params, table);
  const target = wholeIn(play.params.target, 1, 99);
  if (target === null) throw new Refusal("bad_target");
  const { direction } = play.params;
  if (direction !== "under" && direction !== "over") throw new Refusal("bad_direction");

  const draws = recordDraws(seeds.serverSeed, seeds.clientSeed, seeds.nonce);
  const drawn = await draws.below(10_000);
  const won = direction === "under" ? drawn < 100 * target : drawn >= 100 * target;
  const chance = direction === "under" ? target : 100 - target;
  return {
    draws: draws.log,
    roll: hundredthsText(drawn),
    won,
    chance,
    fair_multiplier: cutToFour(100, chance),
    multiplier: cutToFour(table.returnPercent, chance),
    payout: won ? Math.floor((table.returnPercent * bet) / chance) : 0,
  };
}

function cutToFour(shares: number, chance: number): string {
  const parts = Math.floor((shares * 10_000) / chance);
  return `${Math.floor(parts / 10_000)}.${String(parts % 10_000).padStart(4, "0")}`;
}
