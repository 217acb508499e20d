import type { Round } from "../common/queries";
import * as texts from "./texts/en";

/** The slot (docs/games.md, section 8). Multipliers are whole hundredths: 120 is 1.20x. */

export const FILLERS = [
  "kelpie",
  "dingo",
  "hat",
  "boomerang",
  "paw",
  "bowl",
  "ball",
  "collar",
] as const;
export type Filler = (typeof FILLERS)[number];

export const COLUMNS = 5;
export const ROWS = 3;

/** What stands in a cell. Only a bone carries a value and pays. */
export type Cell = { symbol: Filler } | { symbol: "bone"; value: string };
/** Fifteen cells, row by row. */
export type Board = readonly Cell[];

const WIN_LABELS = ["NICE WIN", "GREAT WIN", "BIG WIN", "MEGA WIN"] as const;
export type WinLabel = (typeof WIN_LABELS)[number];

/** From which multiplier each label is shown. */
export const LABELS_FROM: Readonly<Record<WinLabel, number>> = {
  "NICE WIN": 500,
  "GREAT WIN": 1_000,
  "BIG WIN": 2_000,
  "MEGA WIN": 5_000,
};

/** Weights are out of 10,000; what no tier takes is no win. */
type Tier = { weight: number; lo: number; hi: number; step: number; bones: number };
export type SlotRules = {
  betSteps: readonly number[];
  /** The least a bone can be worth. */
  minBone: number;
  /** How a multiplier is drawn inside its tier: evenly, or as the smaller of two draws. */
  draw: "uniform" | "min2";
  tiers: readonly Tier[];
};

const WEIGHTS = 10_000;

/** The published table, shown until the server's own has been read. */
export const STATED_RULES: SlotRules = {
  betSteps: [1, 2, 5, 10, 20, 25, 50, 100],
  minBone: 10,
  draw: "min2",
  tiers: [
    { weight: 2_500, lo: 120, hi: 280, step: 20, bones: 3 },
    { weight: 500, lo: 300, hi: 900, step: 100, bones: 4 },
    { weight: 110, lo: 1_000, hi: 2_900, step: 100, bones: 5 },
    { weight: 22, lo: 3_000, hi: 10_000, step: 100, bones: 6 },
  ],
};

type Bone = { cell: number; value: string };

/** A finished round as the reels show it. */
export type SlotRound = {
  id: string;
  staked: number;
  bet: number;
  board: Board;
  /** In the order in which they light up. */
  bones: readonly Bone[];
  label: WinLabel | null;
  /** "1.20", as the server wrote it; "0.00" without a win. */
  multiplier: string;
  payout: number;
  record: Round;
};

/** What a multiplier hands back, stake included, in whole points. */
export function payoutOf(bet: number, x100: number): number {
  return Math.floor((bet * x100) / 100);
}

/** 120 as "1.20". */
export function inHundredths(x100: number): string {
  return `${Math.floor(x100 / 100)}.${String(x100 % 100).padStart(2, "0")}`;
}

/** "1.20" as 120. */
export function fromHundredths(text: string): number {
  return Number(text.replace(".", ""));
}

/** The chance of any win, in percent. */
export function winChance(rules: SlotRules): string {
  return inHundredths(rules.tiers.reduce((sum, tier) => sum + tier.weight, 0));
}

/**
 * What a bet gives back on average, in percent of the stake. Computed with whole numbers to the
 * last step, so that only the last digit shown is rounded.
 */
export function averageReturn(bet: number, rules: SlotRules, decimals = 2): string {
  let above = 0n;
  let below = 1n;
  for (const tier of rules.tiers) {
    const [part, whole] = tierReturn(bet, tier, rules.draw);
    above = above * whole + part * below;
    below *= whole;
  }
  const scale = 10n ** BigInt(decimals);
  const rounded = (2n * 100n * scale * above + below * BigInt(bet)) / (2n * below * BigInt(bet));
  return `${rounded / scale}.${String(rounded % scale).padStart(decimals, "0")}`;
}

/** The points one tier adds to the average payout, as a fraction. */
function tierReturn(bet: number, tier: Tier, draw: SlotRules["draw"]): [bigint, bigint] {
  const values = (tier.hi - tier.lo) / tier.step + 1;
  let sum = 0;
  for (let index = 0; index < values; index += 1) {
    const ways = draw === "min2" ? 2 * (values - index) - 1 : 1;
    sum += ways * payoutOf(bet, tier.lo + index * tier.step);
  }
  const outcomes = draw === "min2" ? values * values : values;
  return [BigInt(tier.weight) * BigInt(sum), BigInt(WEIGHTS) * BigInt(outcomes)];
}

/** The highest multiplier that hands back no more than the stake; null when every win gains. */
export function stakeOnlyUpTo(bet: number, rules: SlotRules): number | null {
  let highest: number | null = null;
  for (const tier of rules.tiers)
    for (let x100 = tier.lo; x100 <= tier.hi; x100 += tier.step)
      if (payoutOf(bet, x100) <= bet && (highest === null || x100 > highest)) highest = x100;
  return highest;
}

/** The largest step that the balance covers, not above the bet that was chosen; null for none. */
export function coveredBet(chosen: number, balance: number, rules: SlotRules): number | null {
  return rules.betSteps.findLast((step) => step <= balance && step <= chosen) ?? null;
}

/** The board before the first spin of a visit. */
const idleRows: readonly (readonly Filler[])[] = [
  ["kelpie", "hat", "ball", "bowl", "dingo"],
  ["paw", "dingo", "collar", "kelpie", "hat"],
  ["boomerang", "ball", "kelpie", "paw", "collar"],
];
export const IDLE_BOARD: Board = idleRows.flat().map((symbol) => ({ symbol }));

/** The board in words, row by row. */
export function describeBoard(board: Board): string[] {
  return Array.from({ length: ROWS }, (_, row) =>
    board
      .slice(row * COLUMNS, (row + 1) * COLUMNS)
      .map((cell) => (cell.symbol === "bone" ? texts.bone(cell.value) : texts.symbols[cell.symbol]))
      .join(", "),
  );
}

/** "0.40 + 0.30 + 0.50 = 1.20x" */
export function sumOfBones(round: Pick<SlotRound, "bones" | "multiplier">): string {
  return `${round.bones.map((bone) => bone.value).join(" + ")} = ${round.multiplier}x`;
}

/** A round of the server as a round of the slot; null for one that has another shape. */
export function readSlotRound(record: Round): SlotRound | null {
  const { bet } = record.params;
  const { multiplier, label } = record.detail;
  if (record.game !== "slot" || typeof bet !== "number") return null;
  if (typeof multiplier !== "string" || !/^\d{1,3}\.\d{2}$/.test(multiplier)) return null;
  const said = WIN_LABELS.find((known) => known === label) ?? null;
  if (said !== label) return null;
  const bones = readBones(record.detail.bones);
  const board = bones === null ? null : readBoard(record.detail.board, bones);
  if (bones === null || board === null) return null;
  const { id, staked, payout } = record;
  return { id, staked, bet, board, bones, label: said, multiplier, payout, record };
}

function readBones(told: unknown): Bone[] | null {
  if (!Array.isArray(told)) return null;
  const bones: Bone[] = [];
  for (const bone of told) {
    if (!isRecord(bone)) return null;
    const { cell, value } = bone;
    if (typeof cell !== "number" || !Number.isInteger(cell) || cell < 0 || cell >= 15) return null;
    if (typeof value !== "string" || !/^\d{1,3}\.\d{2}$/.test(value)) return null;
    bones.push({ cell, value });
  }
  return bones;
}

/** A bone of the board has to be one of the bones that pay, and the other way round. */
function readBoard(told: unknown, bones: readonly Bone[]): Board | null {
  if (!Array.isArray(told) || told.length !== ROWS) return null;
  const names: unknown[] = told.flat();
  if (names.length !== COLUMNS * ROWS) return null;
  const board: Cell[] = [];
  for (const [cell, name] of names.entries()) {
    const bone = bones.find((one) => one.cell === cell);
    const symbol = FILLERS.find((filler) => filler === name);
    if (name === "bone" && bone !== undefined) board.push({ symbol: "bone", value: bone.value });
    else if (symbol !== undefined && bone === undefined) board.push({ symbol });
    else return null;
  }
  return board;
}

/** The published table of the slot; null for one that cannot be read. */
export function readRules(table: unknown): SlotRules | null {
  if (!isRecord(table) || typeof table.preset !== "string") return null;
  const preset = table[table.preset];
  const betSteps = numbers(table.bet_steps);
  const minBone = hundredths(table.min_bone);
  if (!isRecord(preset) || betSteps === null || minBone === null) return null;
  const { draw } = preset;
  if (draw !== "uniform" && draw !== "min2") return null;
  if (!Array.isArray(preset.tiers) || preset.tiers.length === 0) return null;
  const tiers: Tier[] = [];
  for (const told of preset.tiers) {
    const tier = readTier(told);
    if (tier === null) return null;
    tiers.push(tier);
  }
  return { betSteps, minBone, draw, tiers };
}

function readTier(told: unknown): Tier | null {
  if (!isRecord(told)) return null;
  const { weight, bones } = told;
  const [lo, hi, step] = [hundredths(told.lo), hundredths(told.hi), hundredths(told.step)];
  if (typeof weight !== "number" || typeof bones !== "number") return null;
  if (lo === null || hi === null || step === null || step < 1 || hi < lo) return null;
  return { weight, lo, hi, step, bones };
}

/** A decimal of the published table, which may be written as a number or as text. */
function hundredths(told: unknown): number | null {
  const value = typeof told === "string" ? Number(told) : told;
  return typeof value === "number" && Number.isFinite(value) ? Math.round(value * 100) : null;
}

function numbers(told: unknown): number[] | null {
  if (!Array.isArray(told) || told.length === 0) return null;
  const read: number[] = [];
  for (const value of told) {
    if (typeof value !== "number") return null;
    read.push(value);
  }
  return read;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
