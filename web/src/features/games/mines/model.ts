import { chancePercent, type Fraction, percent } from "../common/fraction";
import type { Round } from "../common/queries";
import type { StepRound } from "../common/step-table";
import { hundredthsIn } from "../common/tables/reading";
import type { MinesTable } from "./published-table";
import * as texts from "./texts/en";

/** Mines (docs/games.md, section 5). Multipliers are hundredths. */

export const TILES = 25;
export const COLUMNS = 5;
export const MINES_MIN = 1;
export const MINES_MAX = 24;
/** The counts one press away. */
export const QUICK_MINES = [3, 5, 10, 24] as const;

/** The published table, shown until the server's own has been read. */
export const STATED_TABLE: MinesTable = {
  minBet: 1,
  maxBet: 100,
  tiles: TILES,
  returnPercent: 99,
  turnMaxPpm: 0,
  autoCashoutAtCap: false,
  caps: [
    750, 850, 950, 1050, 1150, 1250, 1300, 1350, 1400, 1450, 1480, 1500, 1500, 1500, 1500, 1500,
    1500, 1500, 1500, 1500, 1500, 1500, 1500, 750,
  ],
};

const statuses = ["open", "lost", "cashed_out", "cleared", "refunded"] as const;
type MinesStatus = (typeof statuses)[number];

/** A round as the table shows it. */
export type MinesRound = StepRound & {
  bet: number;
  mines: number;
  status: MinesStatus;
  /** Tiles that were pressed, in order; the last of a lost round is where it was lost. */
  picks: readonly number[];
  gems: number;
  /** What cashing out takes while it is open; what was paid once it has ended. */
  multiplier: number;
  /** The multiplier reached, also in a lost round. */
  reached: number;
  /** After one more gem; null once the round has ended. */
  nextMultiplier: number | null;
  /** "0.880000": the true chance to survive one more pick; null once the round has ended. */
  nextSurvival: string | null;
  /** More picks can only lose. */
  isAtCap: boolean;
  /** The mines as they were laid; null while that is secret. */
  layout: readonly number[] | null;
  /** The tile that the turn rule made a mine. */
  turned: number | null;
  /** It was left open for too long, and the server ended it. */
  settledItself: boolean;
};

/** How one tile lies. */
export type TileFace =
  | "closed"
  | "gem"
  /** A gem that nobody found. */
  | "left_gem"
  /** A mine where nobody stepped. */
  | "left_mine"
  | "hit_mine"
  /** No mine was laid here: the turn rule made it one. */
  | "turned";

/** "Tile row 2, column 3, gem found". */
export function tileName(tile: number, face: TileFace): string {
  return texts.tiles[face](Math.floor(tile / COLUMNS) + 1, (tile % COLUMNS) + 1);
}

/** How every tile of the board lies. */
export function facesOf(round: MinesRound | null): TileFace[] {
  return Array.from({ length: TILES }, (_, tile) =>
    round === null ? "closed" : faceAt(round, tile),
  );
}

function faceAt(round: MinesRound, tile: number): TileFace {
  const isMine = round.layout?.includes(tile) === true;
  if (round.turned === tile) return "turned";
  if (round.picks.includes(tile)) return isMine ? "hit_mine" : "gem";
  if (round.layout === null) return "closed";
  return isMine ? "left_mine" : "left_gem";
}

export type MinesReading = { mines: number; problem: null } | { mines: null; problem: string };

/** Reads a typed count of mines. */
export function readMines(text: string): MinesReading {
  const mines = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  if (mines < MINES_MIN || mines > MINES_MAX)
    return { mines: null, problem: texts.minesProblem(MINES_MIN, MINES_MAX) };
  return { mines, problem: null };
}

/** `bet * multiplier`, the fraction dropped. */
export function payoutAt(bet: number, multiplier: number): number {
  return Math.floor((bet * multiplier) / 100);
}

/** A return with two decimals as in docs/games.md, and more where those would say nothing. */
export function returnText(share: Fraction): string {
  return share.part * 1_000n < share.of ? chancePercent(share) : percent(share, 2);
}

/** A decimal of the server as the share it is. */
export function shareOf(decimal: string): Fraction {
  const [whole = "0", part = ""] = decimal.split(".");
  return { part: BigInt(whole + part), of: 10n ** BigInt(part.length) };
}

/** A round of the server as a round of mines; null for one of another shape. */
export function readMinesRound(record: Round): MinesRound | null {
  const { bet, mines } = record.params;
  const { status: said, steps: listed, multiplier: written, turned, at_cap } = record.detail;
  const status = statuses.find((known) => known === said);
  const steps = readSteps(listed);
  const multiplier = hundredthsIn(written);
  if (record.game !== "mines" || status === undefined || steps === null) return null;
  if (typeof bet !== "number" || typeof mines !== "number" || multiplier === null) return null;
  const isOpen = status === "open";
  const layout = readTiles(record.detail.mines);
  if (isOpen === (layout !== null)) return null;
  const last = steps.at(-1);
  const { next_multiplier, next_survival } = record.detail;
  return {
    id: record.id,
    staked: record.staked,
    payout: record.payout,
    record,
    isOpen,
    bet,
    mines,
    status,
    picks: steps.flatMap(({ action }) => (typeof action === "number" ? [action] : [])),
    gems: last?.gems ?? 0,
    multiplier,
    reached: last?.multiplier ?? 100,
    nextMultiplier: isOpen ? hundredthsIn(next_multiplier) : null,
    nextSurvival:
      isOpen && typeof next_survival === "string" && /^\d\.\d{1,12}$/.test(next_survival)
        ? next_survival
        : null,
    isAtCap: isOpen && at_cap === true,
    layout,
    turned: isTile(turned) ? turned : null,
    settledItself: last?.action === "settle",
  };
}

type Step = { action: number | string; gems: number; multiplier: number };

function readSteps(listed: unknown): Step[] | null {
  if (!Array.isArray(listed)) return null;
  const steps = listed.map(readStep);
  return steps.every((step) => step !== null) ? steps : null;
}

function readStep(step: unknown): Step | null {
  if (typeof step !== "object" || step === null) return null;
  if (!("action" in step && "gems" in step && "multiplier" in step)) return null;
  const { action, gems } = step;
  const multiplier = hundredthsIn(step.multiplier);
  if (multiplier === null || typeof gems !== "number") return null;
  if (!isTile(action) && typeof action !== "string") return null;
  return { action, gems, multiplier };
}

function readTiles(listed: unknown): number[] | null {
  return Array.isArray(listed) && listed.every(isTile) ? listed : null;
}

function isTile(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < TILES;
}
