/**
 * Random lowercase hexadecimal text of `bytes` bytes from the browser's secure source.
 * `crypto.randomUUID` is missing on plain http, this is not.
 */
export function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}
