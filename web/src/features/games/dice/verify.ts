import { commitmentTo, openDraws } from "../common/fair-draw";
import {
  type DiceBet,
  type Direction,
  payoutOnWin,
  ROLL_OUTCOMES,
  TARGET_MAX,
  TARGET_MIN,
  winChance,
} from "./model";

export type DiceInputs = DiceBet & { serverSeed: string; clientSeed: string; nonce: number };

export type DiceProof = {
  /** SHA-256 of the server seed. */
  commitment: string;
  /** The draw, 0 to 9999. */
  draw: number;
  roll: string;
  won: boolean;
  payout: number;
};

/** What the seeds make of a bet: the whole round again, from nothing but public rules. */
export async function recomputeDice(inputs: DiceInputs, returnPercent: number): Promise<DiceProof> {
  const { serverSeed, clientSeed, nonce, bet, target, direction } = inputs;
  const draw = await openDraws(serverSeed, clientSeed, nonce).below(ROLL_OUTCOMES);
  const won = direction === "under" ? draw < 100 * target : draw >= 100 * target;
  return {
    commitment: await commitmentTo(serverSeed),
    draw,
    roll: `${Math.floor(draw / 100)}.${String(draw % 100).padStart(2, "0")}`,
    won,
    payout: won ? payoutOnWin(bet, winChance(target, direction), returnPercent) : 0,
  };
}

export type TypedInputs = {
  serverSeed: string;
  clientSeed: string;
  nonce: string;
  bet: string;
  target: string;
  direction: Direction;
};

export type InputProblems = Partial<Record<keyof TypedInputs, string>>;

/** Reads pasted values; each problem is said beside its field. */
export function readInputs(
  typed: TypedInputs,
): { inputs: DiceInputs; problems: null } | { inputs: null; problems: InputProblems } {
  const problems: InputProblems = {};
  const serverSeed = typed.serverSeed.trim();
  const clientSeed = typed.clientSeed.trim();
  const nonce = wholeBetween(typed.nonce, 0, 999_999_999);
  const bet = wholeBetween(typed.bet, 1, 999_999);
  const target = wholeBetween(typed.target, TARGET_MIN, TARGET_MAX);
  if (!/^[0-9a-f]{64}$/.test(serverSeed))
    problems.serverSeed = "A server seed is 64 characters of 0-9 and a-f";
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(clientSeed))
    problems.clientSeed = "1 to 64 letters, digits, dots, dashes or underscores";
  if (nonce === null) problems.nonce = "A whole number from 0";
  if (bet === null) problems.bet = "A whole number from 1";
  if (target === null) problems.target = `${TARGET_MIN} to ${TARGET_MAX}`;
  if (Object.keys(problems).length > 0 || nonce === null || bet === null || target === null)
    return { inputs: null, problems };
  const { direction } = typed;
  return { inputs: { serverSeed, clientSeed, nonce, bet, target, direction }, problems: null };
}

function wholeBetween(text: string, lowest: number, highest: number): number | null {
  if (!/^\d{1,9}$/.test(text.trim())) return null;
  const value = Number(text);
  return value >= lowest && value <= highest ? value : null;
}
