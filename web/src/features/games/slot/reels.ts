import { type Board, type Cell, COLUMNS, FILLERS, ROWS } from "./model";

/**
 * Where the reels stand at any moment of a spin, as a function of time alone: nothing is stored
 * from one picture to the next. A reel carries an endless strip that runs downwards. Its place is
 * counted in cells: at 0 it shows the board before the spin, at its stop the board of the round.
 * All five reels move in the same way and only one after the other, whatever they will show.
 */

/** Cells in a second while a reel is at full speed. */
const SPEED = 25;
const SPEED_MS = SPEED / 1_000;
/** From rest to full speed. */
const RUN_UP_MS = 240;
/** How far a reel is lifted before it falls, in cells. */
const LIFT = 0.16;
/** Each reel starts a little after the one before it. */
const START_STAGGER_MS = 35;
/** The last cells before the stop, over which a reel slows down. */
const BRAKE_CELLS = 2.5;
/** Cells in a millisecond at which a reel meets its stop. */
const IMPACT = 7.5 / 1_000;
const BRAKE_MS = (2 * BRAKE_CELLS) / (SPEED_MS + IMPACT);
/** The spring that catches it: how stiff (radians in a millisecond) and how soft. */
const SPRING = 30 / 1_000;
const DAMPING = 0.5;
/** After this the spring is at rest. */
export const SETTLE_MS = 280;

export type ReelStop = {
  /** Cells from the old board to the new one. */
  distance: number;
  /** When the reel meets its stop, in milliseconds after the start of the spin. */
  touchesAt: number;
  brakesAt: number;
};

/** Where a reel that was asked to stop at `askedAt` will stop. */
export function stopOf(column: number, askedAt: number): ReelStop {
  const from = Math.max(askedAt, column * START_STAGGER_MS + RUN_UP_MS);
  const at = runningPlace(column, from);
  // Three cells of the new board have to be clear of the three of the old one.
  const distance = Math.max(ROWS + 1, Math.ceil(at + BRAKE_CELLS));
  const brakesAt = from + (distance - BRAKE_CELLS - at) / SPEED_MS;
  return { distance, brakesAt, touchesAt: brakesAt + BRAKE_MS };
}

/** The place of a reel, in cells, `elapsed` milliseconds after the start of the spin. */
export function placeOf(column: number, elapsed: number, stop: ReelStop | null): number {
  if (stop === null || elapsed <= stop.brakesAt) return runningPlace(column, elapsed);
  if (elapsed < stop.touchesAt) {
    const braking = elapsed - stop.brakesAt;
    const slowing = (SPEED_MS - IMPACT) / BRAKE_MS;
    return stop.distance - BRAKE_CELLS + SPEED_MS * braking - (slowing * braking ** 2) / 2;
  }
  return stop.distance + bounce(elapsed - stop.touchesAt);
}

/** From 0 at rest to 1 at full speed. */
export function blurOf(column: number, elapsed: number, stop: ReelStop | null): number {
  const span = 8;
  const moved =
    placeOf(column, elapsed + span, stop) - placeOf(column, Math.max(0, elapsed - span), stop);
  const speed = Math.abs(moved) / (2 * span) / SPEED_MS;
  return Math.min(1, Math.max(0, (speed - 0.45) / 0.4));
}

function runningPlace(column: number, elapsed: number): number {
  const time = elapsed - column * START_STAGGER_MS;
  if (time <= 0) return 0;
  if (time >= RUN_UP_MS) return SPEED_MS * (time - RUN_UP_MS / 2);
  const part = time / RUN_UP_MS;
  return (SPEED_MS * RUN_UP_MS * part ** 2) / 2 - LIFT * Math.sin(Math.PI * part) ** 2;
}

/** How far a reel is past its stop. */
function bounce(time: number): number {
  if (time >= SETTLE_MS) return 0;
  const swing = SPRING * Math.sqrt(1 - DAMPING ** 2);
  const fade = 1 - (time / SETTLE_MS) ** 4;
  return (IMPACT / swing) * Math.exp(-DAMPING * SPRING * time) * Math.sin(swing * time) * fade;
}

/**
 * What stands at a place of a reel's strip. The rows of the old board are 0 to 2, those of the new
 * one begin `distance` cells above. Between them only fillers run by, never a bone.
 */
export function cellAt(
  column: number,
  index: number,
  before: Board,
  after: Board,
  stop: ReelStop | null,
): Cell {
  if (index >= 0 && index < ROWS) return before[index * COLUMNS + column] ?? passing(column, index);
  if (stop !== null) {
    const row = index + stop.distance;
    if (row >= 0 && row < ROWS) return after[row * COLUMNS + column] ?? passing(column, index);
  }
  return passing(column, index);
}

/** A filler that only runs by: neighbours differ, and no two reels carry the same strip. */
function passing(column: number, index: number): Cell {
  const stride = column % 2 === 0 ? 3 : 5;
  const step = Math.abs(index);
  const turn = step * stride + column * 3 + (Math.floor(step / 8) % 5) * 2;
  return { symbol: FILLERS[turn % FILLERS.length] ?? "paw" };
}
