import {
  betOf,
  type Play,
  payoutAt,
  Refusal,
  type Seeds,
  wholeIn,
} from "../../common/checker/inputs";
import { type Draw, pick, type RecordedDraws, recordDraws } from "../../common/fair-draw";
import { hundredthsText } from "../../common/tables/reading";
import { minesCap, minesMultiplier, turnPpm } from "../odds";
import type { MinesTable } from "../published-table";

export type MinesStatus = "open" | "lost" | "cashed_out" | "cleared" | "refunded";
type MinesAction = number | "cashout" | "settle";
type MinesStep = {
  action: MinesAction;
  status: MinesStatus;
  gems: number;
  multiplier: string;
};

export type MinesProof = {
  draws: Draw[];
  mines: number[];
  turned: number | null;
  status: MinesStatus;
  steps: MinesStep[];
  multiplier: string;
  payout: number;
};

type Round = {
  mines: number;
  layout: ReadonlySet<number>;
  draws: RecordedDraws;
  table: MinesTable;
  revealed: Set<number>;
  turned: number | null;
};

/** A round of mines with everything that was done in it (docs/games.md, section 5). */
export async function proveMines(
  seeds: Seeds,
  play: Play,
  inForce: MinesTable,
): Promise<MinesProof> {
  const table = tableOf(play, inForce);
  const bet = betOf(play.params, table);
  const mines = wholeIn(play.params.mines, 1, table.tiles - 1);
  if (mines === null) throw new Refusal("bad_mines");

  const draws = recordDraws(seeds.serverSeed, seeds.clientSeed, seeds.nonce);
  const layout = new Set(await pick(draws, table.tiles, mines));
  const round: Round = { mines, layout, draws, table, revealed: new Set(), turned: null };
  const steps: MinesStep[] = [];
  let status: MinesStatus = "open";
  let gems = 0;
  for (const given of play.actions) {
    if (status !== "open") throw new Refusal("round_over");
    const action = actionOf(given, round, gems);
    if (typeof action === "number") {
      status = await reveal(round, action, gems);
      if (status !== "lost") gems += 1;
    } else {
      status = gems === 0 ? "refunded" : "cashed_out";
    }
    const multiplier = hundredthsText(minesMultiplier(table, mines, gems));
    steps.push({ action, status, gems, multiplier });
  }
  const isPaid = status !== "open" && status !== "lost";
  const multiplier = isPaid ? minesMultiplier(table, mines, gems) : 0;
  return {
    draws: draws.log,
    mines: [...layout].toSorted((left, right) => left - right),
    turned: round.turned,
    status,
    steps,
    multiplier: hundredthsText(multiplier),
    payout: payoutAt(bet, multiplier),
  };
}

/** A line of the vectors can name its own turn rule and cash-out at the cap. */
function tableOf({ params }: Play, inForce: MinesTable): MinesTable {
  const turnMaxPpm = wholeIn(params.turn_max_ppm, 0, 100_000) ?? inForce.turnMaxPpm;
  const autoCashoutAtCap =
    typeof params.auto_cashout === "boolean" ? params.auto_cashout : inForce.autoCashoutAtCap;
  return { ...inForce, turnMaxPpm, autoCashoutAtCap };
}

function actionOf(given: unknown, { table, revealed }: Round, gems: number): MinesAction {
  if (given === "cashout") {
    if (gems === 0) throw new Refusal("nothing_to_cash_out");
    return given;
  }
  // What the server does with a round that was left open too long; it may end one without a gem.
  if (given === "settle") return given;
  if (typeof given === "string") throw new Refusal("bad_action");
  const tile = wholeIn(given, 0, table.tiles - 1);
  if (tile === null) throw new Refusal("bad_tile");
  if (revealed.has(tile)) throw new Refusal("tile_taken");
  return tile;
}

async function reveal(round: Round, tile: number, gems: number): Promise<MinesStatus> {
  const { table, mines, layout, draws } = round;
  round.revealed.add(tile);
  if (layout.has(tile)) return "lost";
  if (table.turnMaxPpm > 0 && (await draws.below(1_000_000)) < turnPpm(table, mines, gems)) {
    round.turned = tile;
    return "lost";
  }
  const found = gems + 1;
  if (found === table.tiles - mines) return "cleared";
  const isAtCap = minesMultiplier(table, mines, found) >= minesCap(table, mines);
  return table.autoCashoutAtCap && isAtCap ? "cashed_out" : "open";
}
