/**
 * The draws of every house game, recomputed in the browser (docs/games.md, section 2). Each block
 * of HMAC-SHA256 gives eight words; `below` takes words until one falls under the largest multiple
 * of its bound, so that every outcome is exactly equally likely.
 */

const WORDS_PER_BLOCK = 8;
const WORD_VALUES = 2 ** 32;

export type Draws = {
  /** An integer from 0 to `bound` - 1; `bound` is 1 to 2^32. */
  below: (bound: number) => Promise<number>;
};

/** One accepted draw, as the site states it. */
export type Draw = [bound: number, value: number];

/** A stream that keeps what was drawn from it. */
export type RecordedDraws = Draws & { readonly log: Draw[] };

/** Whether this page may use the browser's cryptography: it is offered on https only. */
export function canVerify(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** SHA-256 of a text, in lowercase hexadecimal. */
export async function hashOf(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** The commitment to a server seed: SHA-256 of its 64 characters. */
export function commitmentTo(serverSeed: string): Promise<string> {
  return hashOf(serverSeed);
}

/** The stream of draws of one round. */
export function openDraws(serverSeed: string, clientSeed: string, nonce: number): Draws {
  const encoder = new TextEncoder();
  const keyReady = crypto.subtle.importKey(
    "raw",
    encoder.encode(serverSeed),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  let block = new DataView(new ArrayBuffer(0));
  let cursor = 0;
  let word = WORDS_PER_BLOCK;

  const nextWord = async (): Promise<number> => {
    if (word === WORDS_PER_BLOCK) {
      const message = encoder.encode(`${clientSeed}:${nonce}:${cursor}`);
      block = new DataView(await crypto.subtle.sign("HMAC", await keyReady, message));
      cursor += 1;
      word = 0;
    }
    const value = block.getUint32(word * 4, false);
    word += 1;
    return value;
  };

  return {
    below: async (bound) => {
      if (!Number.isInteger(bound) || bound < 1 || bound > WORD_VALUES)
        throw new RangeError(`A bound is 1 to 2^32, not ${bound}.`);
      const limit = WORD_VALUES - (WORD_VALUES % bound);
      let value = await nextWord();
      while (value >= limit) value = await nextWord();
      return value % bound;
    },
  };
}

/** The stream of one round, with a record of every accepted draw in its order. */
export function recordDraws(serverSeed: string, clientSeed: string, nonce: number): RecordedDraws {
  const draws = openDraws(serverSeed, clientSeed, nonce);
  const log: Draw[] = [];
  return {
    log,
    below: async (bound) => {
      const value = await draws.below(bound);
      log.push([bound, value]);
      return value;
    },
  };
}

/** The first `count` of the numbers 0 to `size` - 1 after a shuffle. The last one left is not drawn for. */
export async function pick(draws: Draws, size: number, count: number): Promise<number[]> {
  const items = Array.from({ length: size }, (_, item) => item);
  for (let place = 0; place < Math.min(count, size - 1); place += 1) {
    const other = place + (await draws.below(size - place));
    const [here, there] = [items[place], items[other]];
    if (here === undefined || there === undefined) throw new RangeError("A place off the list.");
    items[place] = there;
    items[other] = here;
  }
  return items.slice(0, count);
}

/** HMAC-SHA256 with a server seed as its key, as 64 characters of lowercase hexadecimal. */
export async function keyedHash(serverSeed: string, message: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(serverSeed), algorithm, false, [
    "sign",
  ]);
  return toHex(await crypto.subtle.sign("HMAC", key, encoder.encode(message)));
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
