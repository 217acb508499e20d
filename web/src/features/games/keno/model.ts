import { formatNumber } from "@/ui/format/numbers";
import type { Round } from "../common/queries";
import { type KenoRisk, kenoRisks } from "./published-table";

/** Keno (docs/games.md, section 6). Multipliers are hundredths. */

/** The most numbers one can pick. */
export const PICKS_MAX = 10;

export type KenoBet = { bet: number; risk: KenoRisk; picks: readonly number[] };

/** A finished round as the table shows it. */
export type KenoRound = {
  id: string;
  staked: number;
  bet: number;
  risk: KenoRisk;
  picks: readonly number[];
  /** In the order in which they were drawn. */
  drawn: readonly number[];
  hits: number;
  /** As the server wrote it: "3.50". */
  multiplier: string;
  payout: number;
  result: "win" | "push" | "loss";
  record: Round;
};

/** The picks with a number put in or taken out; unchanged when it would be one too many. */
export function toggled(picks: readonly number[], number: number): readonly number[] {
  if (picks.includes(number)) return picks.filter((other) => other !== number);
  return picks.length < PICKS_MAX ? [...picks, number] : picks;
}

/**
 * A random pick of `count` numbers. It keeps what is picked and fills up; when nothing is missing it
 * picks anew. Which numbers one has does not change any chance.
 */
export function randomPicks(
  picks: readonly number[],
  count: number,
  numbers: number,
  below: (bound: number) => number = randomBelow,
): readonly number[] {
  const kept = picks.length < count ? picks : [];
  const free = Array.from({ length: numbers }, (_, place) => place + 1).filter(
    (number) => !kept.includes(number),
  );
  const added: number[] = [];
  while (kept.length + added.length < count && free.length > 0)
    added.push(...free.splice(below(free.length), 1));
  return [...kept, ...added];
}

function randomBelow(bound: number): number {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  const words = new Uint32Array(1);
  for (;;) {
    const [word = 0] = crypto.getRandomValues(words);
    if (word < limit) return word % bound;
  }
}

/** The number that an arrow key leads to on a board of `columns` columns; null for other keys. */
export function numberBeside(
  number: number,
  key: string,
  columns: number,
  numbers: number,
): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  if (key === "Home") return 1;
  if (key === "End") return numbers;
  const step = steps[key];
  if (step === undefined) return null;
  const next = number + step;
  return next >= 1 && next <= numbers ? next : number;
}

/** A row of the paytable with its hits named. */
export function payoutSteps(row: readonly number[]): { hits: number; multiplier: number }[] {
  return row.map((multiplier, hits) => ({ hits, multiplier }));
}

/** How many of the numbers drawn so far were picked. */
export function hitsAmong(picks: readonly number[], drawn: readonly number[]): number {
  return drawn.filter((number) => picks.includes(number)).length;
}

/** A round of the server as a keno round; null for one that has another shape. */
export function readKenoRound(record: Round): KenoRound | null {
  const { bet } = record.params;
  const { hits, multiplier } = record.detail;
  const risk = kenoRisks.find((known) => known === record.params.risk);
  const picks = readNumbers(record.params.picks);
  const drawn = readNumbers(record.detail.drawn);
  const { id, staked, payout, result } = record;
  if (record.game !== "keno" || result === null || result === undefined) return null;
  if (typeof bet !== "number" || typeof hits !== "number") return null;
  if (typeof multiplier !== "string" || risk === undefined) return null;
  if (picks === null || drawn === null) return null;
  return { id, staked, bet, risk, picks, drawn, hits, multiplier, payout, result, record };
}

function readNumbers(list: unknown): number[] | null {
  if (!Array.isArray(list)) return null;
  const numbers = list.filter((entry): entry is number => Number.isInteger(entry));
  return numbers.length === list.length ? numbers : null;
}

/** A multiplier as it stands in a table: "3.5×", "1,000×". */
export function multiplierText(hundredths: number): string {
  return `${formatNumber(hundredths / 100)}×`;
}
