import { asFailure } from "./failure";

/**
 * Sends a call that moves points. The key makes the server act at most once, so when no answer
 * arrived the same call is sent once more with the same key, and never a third time
 * (decisions A8). A refusal is an answer and is not repeated.
 */
export async function sendMoney<T>(send: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const key = newIdempotencyKey();
  try {
    return await send(key);
  } catch (thrown) {
    if (!asFailure(thrown).isLost) throw thrown;
    return await send(key);
  }
}

/** 32 hexadecimal characters. `crypto.randomUUID` is missing on plain http, this is not. */
function newIdempotencyKey(): string {
  return randomHex(16);
}

/** Random lowercase hexadecimal text of `bytes` bytes from the browser's secure source. */
export function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}
