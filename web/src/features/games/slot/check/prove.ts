import { type Play, payoutAt, Refusal, type Seeds } from "../../common/checker/inputs";
import { type Draw, type Draws, pick, recordDraws } from "../../common/fair-draw";
import { hundredthsText } from "../../common/tables/reading";
import { type SlotTable, type SlotTier, type SlotTiers, slotPresets } from "../published-table";

const COLUMNS = 5;
const ROWS = 3;
const ALL_WEIGHTS = 10_000;

type Bone = { cell: number; value: string };
export type SlotProof = {
  draws: Draw[];
  tier: number;
  board: string[][];
  bones: Bone[];
  label: string | null;
  multiplier: string;
  payout: number;
};

/** A spin of the slot with its whole board (docs/games.md, section 8). */
export async function proveSlot(seeds: Seeds, play: Play, table: SlotTable): Promise<SlotProof> {
  const bet = table.betSteps.find((step) => step === play.params.bet);
  if (bet === undefined) throw new Refusal("bad_bet");
  const preset = slotPresets.find((name) => name === play.params.preset) ?? table.preset;
  const tiers = table[preset];

  const draws = recordDraws(seeds.serverSeed, seeds.clientSeed, seeds.nonce);
  const { tier, place } = await drawTier(draws, tiers);
  const multiplier = tier === undefined ? 0 : await drawMultiplier(draws, tier, tiers.draw);
  const bones =
    tier === undefined
      ? []
      : await drawBones(draws, tier.bones, multiplier, tiers.boneUnit, table.minBone);
  const board = await drawBoard(draws, table.fillers, bones);
  return {
    draws: draws.log,
    tier: place,
    board,
    bones,
    label: labelOf(multiplier),
    multiplier: hundredthsText(multiplier),
    payout: payoutAt(bet, multiplier),
  };
}

/** Tier 0 is no win: what the weights leave of 10,000. */
async function drawTier(
  draws: Draws,
  { tiers }: SlotTiers,
): Promise<{ tier: SlotTier | undefined; place: number }> {
  const drawn = await draws.below(ALL_WEIGHTS);
  let edge = 0;
  const index = tiers.findIndex(({ weight }) => {
    edge += weight;
    return drawn < edge;
  });
  return { tier: tiers[index], place: index + 1 };
}

async function drawMultiplier(
  draws: Draws,
  { lo, hi, step }: SlotTier,
  draw: SlotTiers["draw"],
): Promise<number> {
  const values = (hi - lo) / step + 1;
  const first = await draws.below(values);
  const index = draw === "min2" ? Math.min(first, await draws.below(values)) : first;
  return lo + step * index;
}

/** The multiplier above the least values is cut at random places and spread over the bones. */
async function drawBones(
  draws: Draws,
  count: number,
  multiplier: number,
  unit: number,
  least: number,
): Promise<Bone[]> {
  const cells = await pick(draws, COLUMNS * ROWS, count);
  const spare = (multiplier - least * count) / unit;
  const cuts: number[] = [];
  while (cuts.length < count - 1) cuts.push(await draws.below(spare + 1));
  const edges = [0, ...cuts.toSorted((left, right) => left - right), spare];
  return cells.map((cell, index) => {
    const share = (edges[index + 1] ?? 0) - (edges[index] ?? 0);
    return { cell, value: hundredthsText(least + unit * share) };
  });
}

/** Symbols differ from their left neighbour; bones cover what lies in their cell. */
async function drawBoard(
  draws: Draws,
  fillers: readonly string[],
  bones: readonly Bone[],
): Promise<string[][]> {
  const boned = new Set(bones.map(({ cell }) => cell));
  const board: string[][] = [];
  for (let row = 0; row < ROWS; row += 1) {
    const symbols: string[] = [];
    let symbol = await draws.below(fillers.length);
    for (let column = 0; column < COLUMNS; column += 1) {
      if (column > 0)
        symbol = (symbol + 1 + (await draws.below(fillers.length - 1))) % fillers.length;
      symbols.push(boned.has(row * COLUMNS + column) ? "bone" : (fillers[symbol] ?? ""));
    }
    board.push(symbols);
  }
  return board;
}

function labelOf(hundredths: number): string | null {
  if (hundredths >= 5_000) return "MEGA WIN";
  if (hundredths >= 2_000) return "BIG WIN";
  if (hundredths >= 1_000) return "GREAT WIN";
  return hundredths >= 500 ? "NICE WIN" : null;
}
