import { bucketOf } from "./model";

/**
 * The board of pegs, in units of a hundredth of its width. A row has two pegs more than the ball can
 * hit, so that the triangle ends between the buckets.
 */

export const BOARD_HEIGHT = 80;
const MIDDLE = 50;
const FIRST_ROW = 9;
const START = 1.5;

export type Peg = { x: number; y: number };

type Layout = {
  /** From one peg to the next, which is the width of a bucket. */
  spacing: number;
  /** From one row to the next. */
  pitch: number;
  pegRadius: number;
  ballRadius: number;
  pegs: readonly Peg[];
};

export function layoutOf(rows: number): Layout {
  const spacing = 100 / (rows + 1);
  const ballRadius = Math.min(spacing * 0.27, 2.1);
  const pitch = (BOARD_HEIGHT - FIRST_ROW - 3 * ballRadius) / (rows - 1);
  const pegs = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: row + 3 }, (_peg, place) => ({
      x: MIDDLE + (place - (row + 2) / 2) * spacing,
      y: FIRST_ROW + row * pitch,
    })),
  ).flat();
  return { spacing, pitch, pegRadius: Math.max(0.55, spacing * 0.09), ballRadius, pegs };
}

/** Where a ball lies in its bucket. */
export function restingPlace(rows: number, bucket: number): Peg {
  const { spacing, ballRadius } = layoutOf(rows);
  return { x: (bucket + 0.5) * spacing, y: BOARD_HEIGHT - ballRadius };
}

/** A place of the ball's centre at a part of its fall, from 0 to 1. */
type Moment = Peg & { at: number };

/** Samples of one bounce. */
const SAMPLES = 7;
/** The times that the parts of a fall take, in bounces. */
const FIRST_FALL = 1.1;
const LAST_BOUNCE = 0.55;

type Bounce = { from: Peg; to: Peg; hop: number; time: number };

/**
 * The way of a ball along its path. It hits a peg of every row a little on the side to which the path
 * goes, hops, and falls to the next row; at last it bounces once in its bucket.
 */
export function fallOf(path: string): readonly Moment[] {
  const bounces = bouncesOf(path);
  const whole = bounces.reduce((sum, { time }) => sum + time, 0);
  let before = 0;
  const moments = bounces.flatMap(({ from, to, hop, time }) => {
    const start = before;
    before += time;
    return Array.from({ length: SAMPLES }, (_, sample) => {
      const part = sample / SAMPLES;
      return { ...placeAt(from, to, hop, part), at: (start + part * time) / whole };
    });
  });
  return [...moments, { ...restingPlace(path.length, bucketOf(path)), at: 1 }];
}

function bouncesOf(path: string): readonly Bounce[] {
  const rows = path.length;
  const { spacing, pitch, pegRadius, ballRadius } = layoutOf(rows);
  const hits = Array.from(path, (side, row) => {
    const x = MIDDLE + (bucketOf(path.slice(0, row)) - row / 2) * spacing;
    const lean = side === "R" ? 0.3 : -0.3;
    return {
      x: x + lean * (pegRadius + ballRadius),
      y: FIRST_ROW + row * pitch - 0.95 * (pegRadius + ballRadius),
    };
  });
  const end = restingPlace(rows, bucketOf(path));
  const stops = [{ x: MIDDLE, y: START }, ...hits, end, end];
  return stops.slice(1).map((to, place) => {
    const isFirst = place === 0;
    const isLast = place === rows + 1;
    return {
      from: stops[place] ?? to,
      to,
      hop: isFirst ? 0 : isLast ? 1.2 * ballRadius : pitch * hopOf(path, place),
      time: isFirst ? FIRST_FALL : isLast ? LAST_BOUNCE : 1,
    };
  });
}

/** How high a ball hops off a peg, as a share of the distance between rows: no two hops look alike. */
function hopOf(path: string, place: number): number {
  const turns = path[place - 1] === path[place];
  return 0.1 + (turns ? 0 : 0.06) + 0.05 * ((place * 5 + bucketOf(path.slice(0, place))) % 4);
}

/** A throw: even to the side, and downwards a parabola whose top is `hop` above the start. */
function placeAt(from: Peg, to: Peg, hop: number, part: number): Peg {
  const fall = to.y - from.y;
  // The speed upwards at which the top is `hop` high when the fall takes one unit of time.
  const speed = 2 * hop + 2 * Math.sqrt(hop * (hop + fall));
  return {
    x: from.x + (to.x - from.x) * part,
    y: from.y - speed * part + (fall + speed) * part * part,
  };
}
