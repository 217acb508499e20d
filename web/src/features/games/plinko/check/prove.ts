import {
  betOf,
  type Play,
  payoutAt,
  Refusal,
  type Seeds,
  wholeIn,
} from "../../common/checker/inputs";
import { type Draw, recordDraws } from "../../common/fair-draw";
import { hundredthsText } from "../../common/tables/reading";
import { boardOf } from "../odds";
import { type PlinkoTable, plinkoRisks, ROWS_MAX, ROWS_MIN } from "../published-table";

export type PlinkoProof = {
  draws: Draw[];
  path: string;
  bucket: number;
  multiplier: string;
  payout: number;
};

/** A round of plinko (docs/games.md, section 14). */
export async function provePlinko(
  seeds: Seeds,
  play: Play,
  table: PlinkoTable,
): Promise<PlinkoProof> {
  const bet = betOf(play.params, table);
  if (bet % table.betStep !== 0) throw new Refusal("bad_bet");
  const rows = wholeIn(play.params.rows, ROWS_MIN, ROWS_MAX);
  if (rows === null) throw new Refusal("bad_rows");
  const risk = plinkoRisks.find((name) => name === play.params.risk);
  if (risk === undefined) throw new Refusal("bad_risk");

  const draws = recordDraws(seeds.serverSeed, seeds.clientSeed, seeds.nonce);
  const drawn = await draws.below(2 ** rows);
  const bits = drawn.toString(2).padStart(rows, "0");
  const bucket = bits.replaceAll("0", "").length;
  const multiplier = boardOf(table, rows, risk)[bucket] ?? 0;
  return {
    draws: draws.log,
    path: bits.replaceAll("0", "L").replaceAll("1", "R"),
    bucket,
    multiplier: hundredthsText(multiplier),
    payout: payoutAt(bet, multiplier),
  };
}
