import * as texts from "../texts/check.en";
import type { RoundChecker } from "./checker";
import { type FormField, Problem, type Problems, type Typed } from "./fields";
import type { Play } from "./inputs";

/** What a round's form says before anything is typed. */
export function blankForm(fields: readonly FormField[]): Typed {
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
}

type Reading = { play: Play; problems: null } | { play: null; problems: Problems };

/** Reads what was typed. Whether the rules allow it is for the rules to say. */
export function readForm(fields: readonly FormField[], typed: Typed): Reading {
  const problems: Record<string, string> = {};
  const params: Record<string, unknown> = {};
  let actions: readonly unknown[] = [];
  for (const { name, read } of fields) {
    const value = read((typed[name] ?? "").trim());
    if (value instanceof Problem) problems[name] = value.said;
    else if (name === "actions") actions = Array.isArray(value) ? value : [];
    else if (value !== undefined) params[name] = value;
  }
  return Object.keys(problems).length > 0
    ? { play: null, problems }
    : { play: { params, actions }, problems: null };
}

/** The fields as a round fills them. */
export function fillForm(fields: readonly FormField[], { params, actions }: Play): Typed {
  const typed: Record<string, string> = {};
  for (const { name, initial, write } of fields) {
    const value = name === "actions" ? actions : params[name];
    typed[name] = write?.(value) ?? textOf(value) ?? (name === "actions" ? "" : initial);
  }
  return typed;
}

function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(String).join(" ");
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

const BAD_BET = ["bet", texts.notBetTableTakes] as const;

/** What the rules' refusal means, and the field it belongs to. */
export function refusalProblem({ fields, refusals }: RoundChecker, code: string): Problems {
  const found = refusals[code] ?? (code === "bad_bet" ? BAD_BET : undefined);
  if (found === undefined) return { [fields[0]?.name ?? "bet"]: `Refused: ${code}` };
  const [field, text] = found;
  return { [field]: text };
}

export type TypedSeeds = { serverSeed: string; clientSeed: string; nonce: string };

/** Reads the seeds and the nonce; each problem is said beside its field. */
export function readSeeds(typed: TypedSeeds): {
  seeds: { serverSeed: string; clientSeed: string; nonce: number };
  problems: Problems;
} {
  const problems: Record<string, string> = {};
  const serverSeed = typed.serverSeed.trim();
  const clientSeed = typed.clientSeed.trim();
  const nonce = typed.nonce.trim();
  const seedProblem = serverSeedProblem(serverSeed);
  if (seedProblem !== null) problems.serverSeed = seedProblem;
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(clientSeed)) problems.clientSeed = texts.n1To64LettersDigits;
  if (!/^\d{1,15}$/.test(nonce)) problems.nonce = texts.wholeNumberFrom0;
  return { seeds: { serverSeed, clientSeed, nonce: Number(nonce) }, problems };
}

export function serverSeedProblem(serverSeed: string): string | null {
  return /^[0-9a-f]{64}$/.test(serverSeed) ? null : texts.serverSeed64Characters;
}
