import { type List, readEntries } from "@/features/games/common/checker/claim";
import {
  drawTicket,
  type GiveawayDraw,
  proveGiveaway,
} from "@/features/games/common/checker/giveaway";
import { commitmentTo } from "@/features/games/common/fair-draw";
import type { components } from "@/wire/schema";
import { type Giveaway, ticketNumber } from "./model";
import * as texts from "./texts/proof.en";

export type Proof = components["schemas"]["GiveawayProof"];

type Part = {
  name: string;
  /** Open: what was sent does not suffice to work it out. */
  state: "good" | "bad" | "open";
  /** What was recomputed or, where it differs, both. */
  said: string;
};

export type CheckedDraw = {
  parts: readonly Part[];
  /** Nothing differs. */
  isSame: boolean;
  /** The whole list was there to be hashed. */
  isWhole: boolean;
};

/** Works a whole draw out again and holds every part against what the site states. */
export async function checkDraw(giveaway: Giveaway, proof: Proof): Promise<CheckedDraw> {
  const list = wholeList(proof);
  const draw = list === null ? null : await drawAgain(giveaway, proof, list);
  const parts = [
    await seedPart(giveaway, proof),
    ...listParts(giveaway, proof, draw),
    ...(await drawParts(proof, list, draw)),
  ];
  return {
    parts,
    isSame: parts.every(({ state }) => state !== "bad"),
    isWhole: list !== null || !proof.truncated,
  };
}

/** The list as it was hashed, null when it was cut short or does not add up. */
function wholeList({ text, tickets }: Proof): List | null {
  const reading = readEntries(text);
  if (reading.problem !== null) return null;
  const sum = reading.list.entries.reduce((all, { count }) => all + count, 0);
  return sum === tickets ? reading.list : null;
}

async function drawAgain(
  { id }: Giveaway,
  { serverSeed, draws }: Proof,
  { entries, beacon }: List,
): Promise<GiveawayDraw | null> {
  const forfeited = new Set(
    draws.filter((draw) => draw.forfeited).map(({ accountId }) => accountId),
  );
  try {
    return await proveGiveaway({ serverSeed, id, entries, beacon, forfeited });
  } catch {
    // A list that is no list proves nothing; that it differs is all there is to say.
    return null;
  }
}

async function seedPart(giveaway: Giveaway, proof: Proof): Promise<Part> {
  const made = await commitmentTo(proof.serverSeed);
  const same = made === giveaway.serverSeedHash && made === proof.serverSeedHash;
  return part(texts.seedOneWasPromised, same, made, giveaway.serverSeedHash);
}

const listNames = {
  list: texts.listTicketsGivesClient,
  chain: texts.runningHashEntriesFits,
} as const;

function listParts(giveaway: Giveaway, proof: Proof, draw: GiveawayDraw | null): readonly Part[] {
  if (draw === null) return [notWhole(listNames.list, proof), notWhole(listNames.chain, proof)];
  const made = draw.proof;
  const isList = made.clientSeed === proof.clientSeed && draw.text === proof.text;
  const isChain = made.entry_chain_last === proof.chain && proof.chain === giveaway.chain;
  return [
    part(listNames.list, isList && sameBlocks(proof), made.clientSeed, proof.clientSeed),
    part(listNames.chain, isChain, made.entry_chain_last, giveaway.chain),
  ];
}

/** The blocks on show are those of the text that was hashed, as far as they go. */
function sameBlocks({ entries, text }: Proof): boolean {
  const lines = text.split("\n");
  return entries.every(
    ({ first, count, accountId }, place) => lines[place + 1] === `${first}:${count}:${accountId}`,
  );
}

function notWhole(name: string, { truncated }: Proof): Part {
  return truncated
    ? { name, state: "open", said: texts.listTooLongSentWhole }
    : { name, state: "bad", said: texts.listDoesNotAdd };
}

async function drawParts(
  proof: Proof,
  list: List | null,
  draw: GiveawayDraw | null,
): Promise<readonly Part[]> {
  if (proof.tickets === 0)
    return [
      part(
        texts.withoutTicketThereNo,
        proof.winner === null && proof.winnerHash === null && proof.winnerIndex === null,
        "none",
        proof.winner ?? "a winner",
      ),
    ];
  const made = await madeDraws(proof);
  const last = made.at(-1);
  if (last === undefined) return [part(texts.hashDrawText, false, "none", "missing")];
  const redraws = made.length > 1 ? [redrawsPart(proof, made, list, draw)] : [];
  if (proof.winner === null) return [...redraws, nobodyLeft(proof, last)];
  const owner = list === null ? null : ownerOf(list, last.index);
  return [
    ...redraws,
    part(texts.hashDrawText, last.hash === proof.winnerHash, last.hash, proof.winnerHash),
    part(
      texts.winningTicket,
      last.index === proof.winnerIndex,
      ticketNumber(last.index),
      proof.winnerIndex === null ? null : ticketNumber(proof.winnerIndex),
    ),
    owner === null
      ? notWhole(texts.whoseTicket, proof)
      : part(texts.whoseTicket, owner === proof.winner, owner, proof.winner),
  ];
}

type Made = { hash: string; index: number };

/** The draws as they follow from seed and client seed alone, those that the site states. */
async function madeDraws({ serverSeed, clientSeed, tickets, draws }: Proof): Promise<Made[]> {
  const made: Made[] = [];
  const numbers = draws.length === 0 ? [0] : draws.map(({ redraw }) => redraw);
  for (const number of numbers)
    made.push(await drawTicket(serverSeed, `${clientSeed}:${number}`, tickets));
  return made;
}

function ownerOf({ entries }: List, ticket: number): string | null {
  let end = 0;
  const entry = entries.find(({ count }) => {
    end += count;
    return ticket < end;
  });
  return entry?.account_id ?? null;
}

/** Tickets of accounts that cannot win are drawn past, one after the other, and only theirs. */
function redrawsPart(
  { draws, winner }: Proof,
  made: readonly Made[],
  list: List | null,
  draw: GiveawayDraw | null,
): Part {
  const isEach = draws.every(
    ({ redraw, hash, index, accountId, forfeited }, place) =>
      // Of many draws the first and the last are shown.
      (redraw === place || place === draws.length - 1) &&
      hash === made[place]?.hash &&
      index === made[place]?.index &&
      forfeited === (winner === null || place < draws.length - 1) &&
      (list === null || ownerOf(list, index) === accountId),
  );
  const isTold = draws.at(-1)?.redraw !== draws.length - 1;
  const owners = new Set(
    draws.filter(({ forfeited }) => forfeited).map(({ accountId }) => accountId),
  );
  return part(
    texts.drawnAgainPastForfeited(made.length - 1),
    isEach && (isTold || draw === null || winner === null || draw.draws.length === draws.length),
    [...owners].join(", "),
    texts.anotherOrder,
  );
}

/** Tickets were drawn, but no account with one can win: which cannot, only the site knows. */
function nobodyLeft({ draws, winnerHash, winnerIndex }: Proof, last: Made): Part {
  const stated = draws.at(-1);
  const isTrue =
    winnerHash === null &&
    winnerIndex === null &&
    stated?.hash === last.hash &&
    stated.index === last.index &&
    stated.forfeited;
  return isTrue
    ? {
        name: texts.noWinner,
        state: "open",
        said: texts.ticketWasDrawnSite(ticketNumber(last.index)),
      }
    : part(texts.noWinner, false, texts.ticket(ticketNumber(last.index)), stated?.hash ?? null);
}

function part(name: string, same: boolean, made: string, stated: string | null): Part {
  if (same) return { name, state: "good", said: made };
  return { name, state: "bad", said: texts.differsFrom(made, stated) };
}
