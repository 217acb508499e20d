import { isFields, readDecimal, readFields, readNumber, readOneOf, readRows } from "./read";
import type { Happening } from "./state";

export const GAMES = ["slot", "dice", "limbo"] as const;
export const SYMBOLS = [
  "kelpie",
  "dingo",
  "hat",
  "boomerang",
  "paw",
  "bowl",
  "ball",
  "collar",
  "bone",
] as const;
export type SlotSymbol = (typeof SYMBOLS)[number];

export type SlotDetail = {
  /** Three rows of five. */
  board: readonly (readonly SlotSymbol[])[];
  /** What the bones pay, by their cell. */
  bones: ReadonlyMap<number, number>;
};
export type DiceDetail = { roll: number; target: number; isOver: boolean };
export type LimboDetail = { result: number; target: number | null };

export type RoundOnAir = {
  bet: number;
  payout: number;
  multiplier: number;
  isWin: boolean;
} & (
  | { game: "slot"; detail: SlotDetail | null }
  | { game: "dice"; detail: DiceDetail | null }
  | { game: "limbo"; detail: LimboDetail | null }
);

/** The round of an event; its detail is null where it cannot be read, and then only the result is shown. */
export function readRound({ round, multiplier }: Happening): RoundOnAir | null {
  const game = readOneOf(round?.game, GAMES);
  if (round === null || game === null) return null;
  const bet = readNumber(round.bet);
  const payout = readNumber(round.payout);
  const detail = readFields(round.detail);
  const params = readFields(round.params);
  const paid = readDecimal(round.multiplier) ?? (multiplier > 0 ? multiplier : payout / (bet || 1));
  const result = {
    bet,
    payout,
    multiplier: payout > 0 ? paid : 0,
    isWin: detail.won === true || payout > 0,
  };
  if (game === "slot") return { ...result, game, detail: readSlot(detail.board, detail.bones) };
  if (game === "dice") {
    const roll = readDecimal(detail.roll);
    const target = readDecimal(params.target ?? detail.target);
    const direction = readOneOf(params.direction ?? detail.direction, ["over", "under"]);
    const isKnown = roll !== null && target !== null && direction !== null;
    return {
      ...result,
      game,
      detail: isKnown ? { roll, target, isOver: direction === "over" } : null,
    };
  }
  const reached = readDecimal(detail.result);
  const target = readDecimal(params.target ?? detail.target);
  return { ...result, game, detail: reached === null ? null : { result: reached, target } };
}

function readSlot(board: unknown, bones: unknown): SlotDetail | null {
  const rows: readonly unknown[] = Array.isArray(board) ? board : [];
  const read = rows.map((row) => {
    const cells: readonly unknown[] = Array.isArray(row) ? row : [];
    return cells.flatMap((cell) => readOneOf(cell, SYMBOLS) ?? []);
  });
  if (read.length !== 3 || read.some((row) => row.length !== 5)) return null;
  const paying = readRows(bones, (bone): [number, number] | null => {
    const value = readDecimal(bone.value);
    return isFields(bone) && value !== null ? [readNumber(bone.cell, -1), value] : null;
  });
  return { board: read, bones: new Map(paying) };
}
