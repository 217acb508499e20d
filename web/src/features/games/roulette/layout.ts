import { type RouletteKind, rouletteKinds } from "./published-table";
import * as texts from "./texts/en";

/**
 * The table layout (docs/games.md, section 9): which bets there are, which numbers each covers and
 * where it lies. Places are in cells. `u` runs along the twelve rows of three, from the zero (below
 * 0) to the columns' bets (above 12); `v` runs across them, from the even chances (below -1) over
 * the dozens to the three columns (0 to 3). A wide table draws u to the right, a narrow one
 * downwards.
 */

export type Colour = "green" | "red" | "black";

export type Spot = {
  /** Names the spot in the bets of a table. */
  id: string;
  kind: RouletteKind;
  /** The numbers that an inside bet names on the wire. */
  numbers: readonly number[] | null;
  /** Which dozen or column, on the wire. */
  pick: 1 | 2 | 3 | null;
  /** The numbers that win. */
  covers: readonly number[];
  /** Its middle. */
  u: number;
  v: number;
  /** How many cells it is long in both directions; 0 for a spot on a line. */
  du: number;
  dv: number;
};

const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
const ROWS = 12;
const PICKS = [1, 2, 3] as const;
const inOrder = Array.from({ length: 36 }, (_, place) => place + 1);

export function colourOf(number: number): Colour {
  if (number === 0) return "green";
  return RED.has(number) ? "red" : "black";
}

type Place = Pick<Spot, "u" | "v"> & Partial<Pick<Spot, "du" | "dv">>;

function inside(kind: RouletteKind, numbers: readonly number[], place: Place): Spot {
  const id = `${kind}-${numbers.join("-")}`;
  return { id, kind, numbers, pick: null, covers: numbers, du: 0, dv: 0, ...place };
}

function straights(): Spot[] {
  const zero = inside("straight", [0], { u: -0.5, v: 1.5, du: 1, dv: 3 });
  return [
    zero,
    ...inOrder.map((number) => inside("straight", [number], { ...cellOf(number), du: 1, dv: 1 })),
  ];
}

/** The middle of a number's cell. */
function cellOf(number: number): { u: number; v: number } {
  return { u: Math.floor((number - 1) / 3) + 0.5, v: ((number - 1) % 3) + 0.5 };
}

function splits(): Spot[] {
  const spots = PICKS.map((number) =>
    inside("split", [0, number], { u: 0, v: number - 0.5, dv: 1 }),
  );
  for (const number of inOrder) {
    const { u, v } = cellOf(number);
    if (number % 3 !== 0)
      spots.push(inside("split", [number, number + 1], { u, v: v + 0.5, du: 1 }));
    if (number <= 33) spots.push(inside("split", [number, number + 3], { u: u + 0.5, v, dv: 1 }));
  }
  return spots;
}

function streets(): Spot[] {
  const spots = [
    inside("street", [0, 1, 2], { u: 0, v: 1 }),
    inside("street", [0, 2, 3], { u: 0, v: 2 }),
  ];
  for (let row = 0; row < ROWS; row += 1)
    spots.push(inside("street", rowOf(row), { u: row + 0.5, v: 0, du: 1 }));
  return spots;
}

function rowOf(row: number): number[] {
  return [3 * row + 1, 3 * row + 2, 3 * row + 3];
}

function corners(): Spot[] {
  const spots = [inside("corner", [0, 1, 2, 3], { u: 0, v: 0 })];
  for (const number of inOrder.filter((corner) => corner % 3 !== 0 && corner <= 32)) {
    const { u, v } = cellOf(number);
    const square = [number, number + 1, number + 3, number + 4];
    spots.push(inside("corner", square, { u: u + 0.5, v: v + 0.5 }));
  }
  return spots;
}

function sixlines(): Spot[] {
  return Array.from({ length: ROWS - 1 }, (_, row) =>
    inside("sixline", [...rowOf(row), ...rowOf(row + 1)], { u: row + 1, v: 0 }),
  );
}

function picked(kind: "dozen" | "column", pick: 1 | 2 | 3): Spot {
  const covers = inOrder.filter((number) =>
    kind === "dozen" ? Math.ceil(number / 12) === pick : (number - 1) % 3 === pick - 1,
  );
  const place =
    kind === "dozen"
      ? { u: 4 * pick - 2, v: -0.5, du: 4, dv: 1 }
      : { u: ROWS + 0.5, v: pick - 0.5, du: 1, dv: 1 };
  return { id: `${kind}-${pick}`, kind, numbers: null, pick, covers, ...place };
}

/** The even chances in the order in which they lie. */
const evenChances = [
  ["low", (number: number) => number <= 18],
  ["even", (number: number) => number % 2 === 0],
  ["red", (number: number) => RED.has(number)],
  ["black", (number: number) => !RED.has(number)],
  ["odd", (number: number) => number % 2 === 1],
  ["high", (number: number) => number >= 19],
] as const;

function evens(): Spot[] {
  return evenChances.map(([kind, wins], place) => ({
    id: kind,
    kind,
    numbers: null,
    pick: null,
    covers: inOrder.filter(wins),
    u: 2 * place + 1,
    v: -1.5,
    du: 2,
    dv: 1,
  }));
}

/** Every spot of the table, numbers first. */
export const spots: readonly Spot[] = [
  ...straights(),
  ...splits(),
  ...streets(),
  ...corners(),
  ...sixlines(),
  ...PICKS.map((pick) => picked("dozen", pick)),
  ...PICKS.map((pick) => picked("column", pick)),
  ...evens(),
];

const byId: ReadonlyMap<string, Spot> = new Map(spots.map((spot) => [spot.id, spot]));

export function spotOf(id: string): Spot | undefined {
  return byId.get(id);
}

/** The spot of a bet as the wire names it; undefined for none. The order of the numbers is free. */
export function spotOfBet(kind: unknown, numbers: unknown, pick: unknown): Spot | undefined {
  const known = rouletteKinds.find((name) => name === kind);
  if (known === undefined) return undefined;
  if (Array.isArray(numbers)) {
    const sorted = numbers.map(Number).toSorted((left, right) => left - right);
    return spotOf(`${known}-${sorted.join("-")}`);
  }
  return spotOf(typeof pick === "number" ? `${known}-${pick}` : known);
}

/** A spot in words. */
export function spotName({ kind, numbers, pick, covers }: Spot): string {
  const [first = 0] = covers;
  const last = covers.at(-1) ?? 0;
  if (kind === "straight") return texts.straightBet(first);
  if (kind === "sixline") return texts.sixLineBet(first, last);
  if (numbers !== null) return texts.insideBet(kind, numbers);
  if (pick === null) return texts.kinds[kind];
  return kind === "dozen" ? texts.dozenBet(pick, first, last) : texts.columnBet(pick, first);
}

export type Direction = "u+" | "u-" | "v+" | "v-";

/** Lateral distance counts this much more than distance ahead. */
const LATERAL_WEIGHT = 10;

/** The nearest spot in a direction; the spot itself when there is none. */
export function spotBeside(from: Spot, direction: Direction): Spot {
  const [axis, other] = direction.startsWith("u") ? (["u", "v"] as const) : (["v", "u"] as const);
  const sign = direction.endsWith("+") ? 1 : -1;
  const half = { u: from.du / 2, v: from.dv / 2 };
  let best = from;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const spot of spots) {
    const ahead = sign * (spot[axis] - from[axis]);
    if (ahead <= 1e-9) continue;
    const reach = (other === "u" ? spot.du : spot.dv) / 2 + (half[other] > 0.5 ? half[other] : 0);
    const offset = Math.abs(spot[other] - from[other]);
    const lateral = Math.max(0, offset - reach) + offset / 1000;
    const cost = ahead + LATERAL_WEIGHT * lateral;
    if (cost < bestCost) [best, bestCost] = [spot, cost];
  }
  return best;
}
