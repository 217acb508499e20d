import { commitmentTo } from "../fair-draw";
import { UnreadableTable } from "../tables/reading";
import * as texts from "../texts/check.en";
import type { Recomputed, RoundChecker } from "./checker";
import { type GiveawayClaim, readEntries, type Stated } from "./claim";
import { type Compared, compareFields } from "./compare";
import type { Problems, Typed } from "./fields";
import { readForm, readSeeds, refusalProblem, serverSeedProblem, type TypedSeeds } from "./form";
import { type GiveawayDraw, type GiveawayProof, proveGiveaway } from "./giveaway";
import { type Play, Refusal, type Seeds } from "./inputs";

/** A round that was recomputed: from what, and to what. */
export type CheckedRound = Recomputed & { seeds: Seeds; play: Play; commitment: string };

type Answer<Checked> = { checked: Checked; problems: null } | { checked: null; problems: Problems };

/** Reads the fields and recomputes the round. Problems stand by the name of their field. */
export async function checkRound(
  checker: RoundChecker,
  typedSeeds: TypedSeeds,
  typed: Typed,
  table: unknown,
): Promise<Answer<CheckedRound>> {
  const { seeds, problems: ofSeeds } = readSeeds(typedSeeds);
  const { play, problems } = readForm(checker.fields, typed);
  if (play === null || Object.keys(ofSeeds).length > 0)
    return { checked: null, problems: { ...ofSeeds, ...problems } };
  try {
    const recomputed = await checker.recompute(seeds, play, table);
    const commitment = await commitmentTo(seeds.serverSeed);
    return { checked: { ...recomputed, seeds, play, commitment }, problems: null };
  } catch (thrown) {
    if (thrown instanceof Refusal)
      return { checked: null, problems: refusalProblem(checker, thrown.code) };
    if (thrown instanceof UnreadableTable)
      return { checked: null, problems: { table: thrown.message } };
    throw thrown;
  }
}

/** What a round was held against: each part that was stated, and whether it is the same. */
export type Comparison = {
  /** Null when no commitment was given. */
  commitment: boolean | null;
  /** Null when nothing of the kind was stated. */
  draws: Compared | null;
  payout: Compared | null;
  /** All other fields of the outcome. */
  result: readonly Compared[];
  /** Everything that was stated is the same; null when nothing was stated. */
  isSame: boolean | null;
};

export function compareRound(
  { outcome, commitment }: CheckedRound,
  { detail }: Stated,
  givenCommitment: string,
): Comparison {
  const fields = detail === null ? [] : compareFields(outcome, detail);
  const named = (name: string) => fields.find((field) => field.name === name) ?? null;
  const given = givenCommitment.trim().toLowerCase();
  const kept = given === "" ? null : given === commitment;
  const all = [...fields.map(({ same }) => same), ...(kept === null ? [] : [kept])];
  return {
    commitment: kept,
    draws: named("draws"),
    payout: named("payout"),
    result: fields.filter(({ name }) => name !== "draws" && name !== "payout"),
    isSame: all.length === 0 ? null : all.every(Boolean),
  };
}

export type TypedGiveaway = {
  serverSeed: string;
  id: string;
  lines: string;
  forfeited: string;
};

/** Reads the fields of a giveaway and draws it again. */
export async function checkGiveaway(typed: TypedGiveaway): Promise<Answer<GiveawayDraw>> {
  const problems: Record<string, string> = {};
  const serverSeed = typed.serverSeed.trim();
  const seedProblem = serverSeedProblem(serverSeed);
  if (seedProblem !== null) problems.serverSeed = seedProblem;
  const reading = readEntries(typed.lines);
  if (reading.problem !== null) problems.lines = reading.problem;
  const list = reading.problem === null ? reading.list : null;
  const id = typed.id.trim() === "" ? (list?.id ?? "") : typed.id.trim();
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) problems.id = texts.giveawaysIdLettersDigits;
  if (list === null || Object.keys(problems).length > 0) return { checked: null, problems };
  const forfeited = new Set(typed.forfeited.split(/[\s,]+/).filter((name) => name !== ""));
  const { entries, beacon } = list;
  try {
    const checked = await proveGiveaway({ serverSeed, id, entries, beacon, forfeited });
    return { checked, problems: null };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return {
      checked: null,
      problems: { lines: texts.eachEntryHasAccount },
    };
  }
}

/** What the site states of a draw: the one that stands, past tickets that are forfeited. */
export function standingProof({ proof, draws }: GiveawayDraw): GiveawayProof {
  const last = draws.at(-1);
  if (last === undefined) return proof;
  return { ...proof, winnerHash: last.hash, winnerIndex: last.index, winner: last.owner };
}

/** A claim of a giveaway against its draw. */
export function compareGiveaway(draw: GiveawayDraw, stated: GiveawayClaim["stated"]): Compared[] {
  return stated === null ? [] : compareFields(standingProof(draw), stated);
}
