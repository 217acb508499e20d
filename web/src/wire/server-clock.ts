/** How far the server's clock is ahead of this browser's, by the newest answer. */
let aheadMs = 0;

/** Takes the `Date` of an answer. It is cut to the second, so half of one is the better guess. */
export function noteServerDate(header: string | null): void {
  const said = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(said)) aheadMs = said + 500 - Date.now();
}

/** Takes a time that the server has just sent. */
export function noteServerTime(at: number): void {
  aheadMs = at - Date.now();
}

/**
 * The server's time in milliseconds since 1970. Countdowns are taken from it: a browser's clock may
 * be wrong, and its timezone plays no part.
 */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
