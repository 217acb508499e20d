import type { Giveaway } from "./facts";

/**
 * A draw is announced when the answer before it is not older than this, in milliseconds: lists are read
 * once a minute when nothing is pushed. An overlay that was away for longer tells no old news.
 */
const FRESH_MS = 90_000;

/** Finds the draws that happen while the overlay is open. The name of a winner changes with consent, and is no draw. */
export function watchDraws(
  onDraw: (drawn: Giveaway) => void,
): (rows: readonly Giveaway[], at: number) => void {
  let known: { draws: ReadonlySet<string>; at: number } | null = null;
  return (rows, at) => {
    const drawn = rows.filter(({ winner }) => winner !== null);
    const isFresh = known !== null && at - known.at < FRESH_MS;
    for (const one of drawn) if (isFresh && known?.draws.has(one.id) === false) onDraw(one);
    known = { draws: new Set(drawn.map(({ id }) => id)), at };
  };
}
