import {
  betOf,
  type Play,
  payoutAt,
  Refusal,
  type Seeds,
  wholeIn,
} from "../../common/checker/inputs";
import { type Draw, pick, recordDraws } from "../../common/fair-draw";
import { hundredthsText } from "../../common/tables/reading";
import { type KenoTable, kenoRisks } from "../published-table";

export type KenoProof = {
  draws: Draw[];
  drawn: number[];
  hits: number;
  multiplier: string;
  payout: number;
};

/** A round of keno (docs/games.md, section 6). */
export async function proveKeno(seeds: Seeds, play: Play, table: KenoTable): Promise<KenoProof> {
  const bet = betOf(play.params, table);
  const risk = kenoRisks.find((name) => name === play.params.risk);
  if (risk === undefined) throw new Refusal("bad_risk");
  const rows = table.table[risk];
  const picks = picksOf(play.params.picks, table.numbers, rows.length);

  const draws = recordDraws(seeds.serverSeed, seeds.clientSeed, seeds.nonce);
  const drawn = (await pick(draws, table.numbers, table.drawn)).map((item) => item + 1);
  const hits = drawn.filter((number) => picks.has(number)).length;
  const multiplier = rows[picks.size - 1]?.[hits] ?? 0;
  return {
    draws: draws.log,
    drawn,
    hits,
    multiplier: hundredthsText(multiplier),
    payout: payoutAt(bet, multiplier),
  };
}

function picksOf(given: unknown, numbers: number, most: number): ReadonlySet<number> {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const picks = new Set(
    list.map((value) => wholeIn(value, 1, numbers)).filter((value) => value !== null),
  );
  if (picks.size !== list.length || picks.size < 1 || picks.size > most)
    throw new Refusal("bad_picks");
  return picks;
}
