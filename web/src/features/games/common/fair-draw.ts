/**
 * The draws of every house game, recomputed in the browser (games.md, section 2). Each block of
 * HMAC-SHA256 gives eight words; `below` takes words until one falls under the largest multiple of
 * its bound, so that every outcome is exactly equally likely.
 */

const WORDS_PER_BLOCK = 8;
const WORD_VALUES = 2 ** 32;

export type Draws = {
  /** An integer from 0 to `bound` - 1; `bound` is 1 to 2^32. */
  below: (bound: number) => Promise<number>;
};

/** Whether this page may use the browser's cryptography: it is offered on https only. */
export function canVerify(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** The commitment to a server seed: SHA-256 of its 64 characters, in lowercase hexadecimal. */
export async function commitmentTo(serverSeed: string): Promise<string> {
  return toHex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(serverSeed)));
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

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
