import type { GameId } from "../game";
import type { RoundProof } from "../queries";
import { type Fields, isFields } from "../tables/reading";
import * as texts from "../texts/check.en";
import type { Typed } from "./fields";
import type { TypedSeeds } from "./form";
import type { GiveawayProof, Purchase } from "./giveaway";
import type { Play } from "./inputs";

/** What somebody says about a round, to be held against what is recomputed. */
export type Stated = {
  roundId: string | null;
  /** The hash of the server seed that was shown before. */
  commitment: string | null;
  rulesHash: string | null;
  /** The outcome in the names of the site; only what is there is compared. */
  detail: Fields | null;
};

export type RoundClaim = {
  game: GameId;
  seeds: TypedSeeds;
  /** What was bet and done; null for a form that begins with its initial values. */
  play: Play | null;
  /** Fields that are not filled as `play` says. */
  typed?: Typed;
  stated: Stated;
  /** The round still waits for an action, so its seed cannot be known. */
  isOpen: boolean;
};

export type GiveawayClaim = {
  game: "giveaway";
  serverSeed: string;
  id: string;
  /** One purchase a line. */
  lines: string;
  /** Accounts whose tickets are drawn past, separated by spaces. */
  forfeited?: string;
  stated: Partial<Record<keyof GiveawayProof, unknown>> | null;
};

/** A round as the site answers it, with what its proof needs. Null for a game that is not known here. */
export function claimOfRound(
  games: readonly GameId[],
  { round, proof }: RoundProof,
): RoundClaim | null {
  const { claim } = takeRound(games, round, proof);
  return claim === null || claim.game === "giveaway" ? null : claim;
}

/** The actions stand in the steps. */
function actionsOf(detail: Fields): readonly unknown[] {
  const steps: readonly unknown[] = Array.isArray(detail.steps) ? detail.steps : [];
  return steps
    .map((step) => (isFields(step) ? step.action : undefined))
    .filter((action) => action !== undefined && action !== "deal");
}

/** A form to be filled in. */
export function blankClaim(game: GameId): RoundClaim {
  return {
    game,
    seeds: { serverSeed: "", clientSeed: "", nonce: "0" },
    play: null,
    stated: { roundId: null, commitment: null, rulesHash: null, detail: null },
    isOpen: false,
  };
}

export type Taken =
  | { claim: RoundClaim | GiveawayClaim; problem: null }
  | { claim: null; problem: string };

/**
 * Takes pasted JSON apart, of one of the games: a line of `pointhouse replay`, an entry of the test vectors, or a round
 * or a giveaway's proof as the site answers it.
 */
export function takeApart(games: readonly GameId[], text: string): Taken {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(texts.notJsonPasteOne);
  }
  if (!isFields(value)) return refused(texts.pasteOneJsonObject);
  if (isFields(value.round)) return takeRound(games, value.round, value.proof);
  if (isFields(value.proof) && textOf(value.proof.winnerHash) !== null)
    return takeGiveaway(value.proof);
  if (value.game === "giveaway" || value.giveaway_id !== undefined || "winnerHash" in value)
    return takeGiveaway(value);
  if (typeof value.client_seed === "string") return takeLine(games, value);
  if (isFields(value.detail) && isFields(value.params)) return takeRound(games, value, null);
  return refused(texts.neitherReplayLineNor);
}

function gameIn(games: readonly GameId[], name: unknown): GameId | null {
  return games.find((game) => game === name) ?? null;
}

function refused(problem: string): Taken {
  return { claim: null, problem };
}

function takeRound(games: readonly GameId[], round: Fields, proof: unknown): Taken {
  const game = gameIn(games, round.game);
  if (game === null) return refused(texts.objectNamesNoGame);
  if (!isFields(round.params) || !isFields(round.detail)) return refused(texts.roundHasNoParams);
  const seeds: Fields = isFields(proof) ? proof : {};
  const { detail, params } = round;
  return {
    problem: null,
    claim: {
      game,
      seeds: {
        serverSeed: textOf(seeds.serverSeed) ?? "",
        clientSeed: textOf(seeds.clientSeed) ?? "",
        nonce: String(wholeOr(seeds.nonce, wholeOr(round.nonce, 0))),
      },
      play: { params, actions: actionsOf(detail) },
      stated: {
        roundId: textOf(round.id),
        commitment: textOf(seeds.serverSeedHash),
        rulesHash: textOf(round.rulesHash),
        detail: Array.isArray(detail.draws) ? { ...detail, payout: round.payout } : null,
      },
      isOpen: round.result === null || round.result === undefined,
    },
  };
}

function takeLine(games: readonly GameId[], line: Fields): Taken {
  const game = gameIn(games, line.game) ?? gameIn(games, textOf(line.id)?.replace(/-\d+$/, ""));
  if (game === null) return refused(texts.lineNamesNoGame);
  if (!isFields(line.params)) return refused(texts.lineHasNoParams);
  const actions: readonly unknown[] = Array.isArray(line.actions) ? line.actions : [];
  return {
    problem: null,
    claim: {
      game,
      seeds: {
        serverSeed: textOf(line.server_seed) ?? "",
        clientSeed: textOf(line.client_seed) ?? "",
        nonce: String(wholeOr(line.nonce, 0)),
      },
      play: { params: line.params, actions },
      stated: {
        roundId: null,
        commitment: textOf(line.server_seed_hash),
        rulesHash: null,
        detail: isFields(line.expect) ? line.expect : null,
      },
      isOpen: false,
    },
  };
}

function takeGiveaway(line: Fields): Taken {
  const lines = giveawayLines(line);
  if (lines === null) return refused(texts.giveawayHasNoList);
  return {
    problem: null,
    claim: {
      game: "giveaway",
      serverSeed: textOf(line.server_seed) ?? textOf(line.serverSeed) ?? "",
      id: textOf(line.giveaway_id) ?? textOf(line.id) ?? "",
      lines,
      forfeited: forfeitedIn(line.draws),
      stated: isFields(line.expect) ? line.expect : statedGiveaway(line),
    },
  };
}

/** The list as the published text under whatever name it comes, or as entries. */
function giveawayLines(line: Fields): string | null {
  const published = textOf(Object.values(line).find(isPublishedList));
  if (published !== null) return published;
  if (!Array.isArray(line.entries)) return null;
  const entries: readonly unknown[] = line.entries;
  return entries
    .map((entry) =>
      isFields(entry) ? `${textOf(entry.account_id) ?? "?"} ${wholeOr(entry.count, 0)}` : "?",
    )
    .join("\n");
}

/** Whose tickets were drawn past, by the draws that the site states. */
function forfeitedIn(draws: unknown): string {
  if (!Array.isArray(draws)) return "";
  const list: readonly unknown[] = draws;
  return list
    .flatMap((draw) => (isFields(draw) && draw.forfeited === true ? [draw.accountId] : []))
    .filter((account) => typeof account === "string")
    .join(" ");
}

function isPublishedList(value: unknown): boolean {
  return typeof value === "string" && /^giveaway:[^\n]*\n/.test(value);
}

function statedGiveaway(line: Fields): GiveawayClaim["stated"] {
  if (textOf(line.winnerHash) === null && textOf(line.serverSeedHash) === null) return null;
  // The site's proof has a shorter name for it than the vectors.
  return textOf(line.chain) === null ? line : { ...line, entry_chain_last: line.chain };
}

export type List = {
  entries: Purchase[];
  /** Named by the head of a canonical text. */
  id: string | null;
  beacon: { source: string; round: string; hex: string } | null;
};

/**
 * Reads a list of entries: `account count` a line, or the canonical text as it is published, with
 * its head and `first:count:account` a line.
 */
export function readEntries(text: string): { list: List; problem: null } | { problem: string } {
  const list: List = { entries: [], id: null, beacon: null };
  for (const line of text.split("\n").map((part) => part.trim())) {
    if (line === "") continue;
    const head = /^giveaway:([A-Za-z0-9_-]+):\d+$/.exec(line);
    const row = /^\d+:(\d{1,15}):([A-Za-z0-9_-]+)$/.exec(line);
    const beacon = /^beacon:([A-Za-z0-9_-]+):(\d+):([0-9a-f]+)$/.exec(line);
    const typed = /^([A-Za-z0-9_-]+)[\s,x*]+(\d{1,15})$/.exec(line);
    if (head !== null) list.id = head[1] ?? null;
    else if (row !== null) list.entries.push({ account_id: row[2] ?? "", count: Number(row[1]) });
    else if (beacon !== null) {
      const [, source = "", round = "", hex = ""] = beacon;
      list.beacon = { source, round, hex };
    } else if (typed !== null)
      list.entries.push({ account_id: typed[1] ?? "", count: Number(typed[2]) });
    else return { problem: `"${line}" is no entry. Write: A100 3` };
  }
  return { list, problem: null };
}

/** The line that `pointhouse replay` reads, for a check outside of any browser. */
export function replayLine(
  game: GameId,
  { serverSeed, clientSeed, nonce }: { serverSeed: string; clientSeed: string; nonce: number },
  { params, actions }: Play,
): string {
  return JSON.stringify({
    game,
    server_seed: serverSeed,
    client_seed: clientSeed,
    nonce,
    params,
    ...(actions.length > 0 && { actions }),
  });
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function wholeOr(value: unknown, other: number): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : other;
}
