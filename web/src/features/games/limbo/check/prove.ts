import {
  betOf,
  type Play,
  payoutAt,
  Refusal,
  type Seeds,
  wholeIn,
} from "../../common/checker/inputs";
import { type Draw, type Draws, recordDraws } from "../../common/fair-draw";
import { hundredthsText } from "../../common/tables/reading";
import { type LimboTable, limboPresets } from "../published-table";

export type LimboProof = {
  draws: Draw[];
  result: string;
  won: boolean;
  multiplier: string;
  payout: number;
};

const LOWEST_TARGET = 101;

/** A round of limbo (docs/games.md, section 4). The target stands in hundredths. */
export async function proveLimbo(seeds: Seeds, play: Play, table: LimboTable): Promise<LimboProof> {
  const bet = betOf(play.params, table);
  const target = wholeIn(play.params.target, LOWEST_TARGET, table.maxTarget);
  if (target === null) throw new Refusal("bad_target");
  const preset = limboPresets.find((name) => name === play.params.preset) ?? table.preset;

  const draws = recordDraws(seeds.serverSeed, seeds.clientSeed, seeds.nonce);
  const result = await (preset === "balanced" ? drawBalanced : drawClassic)(draws, table);
  const won = result >= target;
  return {
    draws: draws.log,
    result: hundredthsText(result),
    won,
    multiplier: hundredthsText(target),
    payout: won ? payoutAt(bet, target) : 0,
  };
}

/** The product stays below 2^53, where the quotient of two whole numbers is floored exactly. */
async function drawBalanced(draws: Draws, { balanced }: LimboTable): Promise<number> {
  const word = await draws.below(2 ** 32);
  const fair = Math.floor((balanced.returnPercent * 2 ** 32) / (word + 1));
  return Math.min(balanced.maxResult, Math.max(100, fair));
}

async function drawClassic(draws: Draws, { classic }: LimboTable): Promise<number> {
  let rest = await draws.below(classic.bands.reduce((sum, { weight }) => sum + weight, 0));
  for (const { weight, lo, hi } of classic.bands) {
    if (rest < weight) return lo + (await draws.below(hi - lo + 1));
    rest -= weight;
  }
  throw new RangeError("The weights of the bands do not cover the draw.");
}
