import { commitmentTo, hashOf, keyedHash } from "../fair-draw";
import { Refusal } from "./inputs";

/** Tickets bought at once. */
export type Purchase = { account_id: string; count: number };

/** A round of a public source of randomness, where a site appends one to the list. */
type Beacon = { source: string; round: string; hex: string };

export type GiveawayInputs = {
  serverSeed: string;
  id: string;
  entries: readonly Purchase[];
  beacon?: Beacon | null;
  /** Accounts whose tickets are forfeited: when one is drawn, the next draw follows. */
  forfeited?: ReadonlySet<string>;
};

/** What is public after the end, in the names of the site. */
export type GiveawayProof = {
  serverSeedHash: string;
  serverSeed: string;
  clientSeed: string;
  tickets: number;
  winnerHash: string | null;
  winnerIndex: number | null;
  winner: string | null;
  entry_chain_last: string;
};

/** One draw: its number, the accepted hash, how many were skipped before it, and whose ticket it is. */
export type TicketDraw = {
  redraw: number;
  hash: string;
  skipped: number;
  index: number;
  owner: string;
  isForfeited: boolean;
};

export type GiveawayDraw = {
  proof: GiveawayProof;
  /** The list that was hashed. */
  text: string;
  /** The draw and, where its ticket is forfeited, those after it. */
  draws: readonly TicketDraw[];
};

/** All hashes are numbers below this. */
const HASH_VALUES = 2n ** 256n;
/** More redraws than this are not made, so that a wrong list cannot keep the browser busy. */
const MOST_REDRAWS = 1_000;

/** The whole draw of a giveaway, from its list and its server seed (docs/games.md, section 10). */
export async function proveGiveaway(inputs: GiveawayInputs): Promise<GiveawayDraw> {
  const { serverSeed, id, entries } = inputs;
  check(inputs);
  const tickets = entries.reduce((sum, { count }) => sum + count, 0);
  const text = canonicalText(id, entries, tickets, inputs.beacon ?? null);
  const clientSeed = await hashOf(text);
  const draws = tickets === 0 ? [] : await drawTickets(inputs, clientSeed, tickets);
  const [first] = draws;
  const proof: GiveawayProof = {
    serverSeedHash: await commitmentTo(serverSeed),
    serverSeed,
    clientSeed,
    tickets,
    winnerHash: first?.hash ?? null,
    winnerIndex: first?.index ?? null,
    winner: first?.owner ?? null,
    entry_chain_last: await chainOf(id, entries),
  };
  return { proof, text, draws };
}

function check({ id, entries, beacon }: GiveawayInputs): void {
  if (!isId(id) || !entries.every(({ account_id }) => isId(account_id)))
    throw new Refusal("bad_id");
  let tickets = 0;
  for (const { count } of entries) {
    tickets += count;
    if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(tickets))
      throw new Refusal("bad_count");
  }
  if (beacon && !(isId(beacon.source) && /^[0-9a-f]+$/.test(beacon.hex)))
    throw new Refusal("bad_id");
}

/** Ids hold none of the characters that separate fields and lines of the list. */
function isId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

/** The running hash over all entries, which entrants can note while the giveaway runs. */
async function chainOf(id: string, entries: readonly Purchase[]): Promise<string> {
  let chain = await hashOf(`giveaway:${id}`);
  let first = 0;
  for (const { count, account_id } of entries) {
    chain = await hashOf(`${chain}:${first}:${count}:${account_id}`);
    first += count;
  }
  return chain;
}

/** The frozen list as it is hashed: a head, a line for each purchase, each ended by a line feed. */
function canonicalText(
  id: string,
  entries: readonly Purchase[],
  tickets: number,
  beacon: Beacon | null,
): string {
  const lines = [`giveaway:${id}:${tickets}`];
  let first = 0;
  for (const { count, account_id } of entries) {
    lines.push(`${first}:${count}:${account_id}`);
    first += count;
  }
  if (beacon !== null) lines.push(`beacon:${beacon.source}:${beacon.round}:${beacon.hex}`);
  return lines.map((line) => `${line}\n`).join("");
}

async function drawTickets(
  { serverSeed, entries, forfeited }: GiveawayInputs,
  clientSeed: string,
  tickets: number,
): Promise<TicketDraw[]> {
  const draws: TicketDraw[] = [];
  for (let redraw = 0; redraw <= MOST_REDRAWS; redraw += 1) {
    const drawn = await drawTicket(serverSeed, `${clientSeed}:${redraw}`, tickets);
    const owner = ownerOf(entries, drawn.index);
    const isForfeited = forfeited?.has(owner) === true;
    draws.push({ redraw, ...drawn, owner, isForfeited });
    if (!isForfeited) break;
  }
  return draws;
}

/** Hashes of the uneven end of the range are skipped, so that no ticket is favoured. */
export async function drawTicket(
  serverSeed: string,
  message: string,
  tickets: number,
): Promise<{ hash: string; skipped: number; index: number }> {
  const all = BigInt(tickets);
  const limit = fairLimit(all);
  for (let skipped = 0; ; skipped += 1) {
    const hash = await keyedHash(serverSeed, `${message}:${skipped}`);
    const number = BigInt(`0x${hash}`);
    if (number < limit) return { hash, skipped, index: Number(number % all) };
  }
}

/** The largest multiple of the tickets that a hash can stay below. */
export function fairLimit(tickets: bigint): bigint {
  return HASH_VALUES - (HASH_VALUES % tickets);
}

function ownerOf(entries: readonly Purchase[], ticket: number): string {
  let end = 0;
  const purchase = entries.find(({ count }) => {
    end += count;
    return ticket < end;
  });
  if (purchase === undefined) throw new RangeError("A ticket off the list.");
  return purchase.account_id;
}
