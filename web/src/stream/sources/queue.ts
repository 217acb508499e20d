import type { Happening, HappeningKind } from "./state";

/** Most announcements that wait. */
export const QUEUE_MAX = 200;

/** The least important first: of these the oldest is dropped when too many wait. */
const BY_WEIGHT: readonly HappeningKind[] = [
  "claim",
  "member",
  "purchase",
  "round",
  "linked",
  "win",
  "challenge",
  "winner",
];
/** An event may come twice after a new connection. */
const REMEMBERED = 500;

export type Queue = {
  /** False for one that came before. */
  add: (happening: Happening) => boolean;
  next: () => Happening | null;
  /** One that was interrupted is the next one again. */
  putBack: (happening: Happening) => void;
  /** These count as shown. */
  skip: (happenings: readonly Happening[]) => void;
  /** Changes what waits. */
  change: (change: (happening: Happening) => Happening) => void;
  size: () => number;
};

/** Announcements in the order in which they came, each once. */
export function createQueue(): Queue {
  let waiting: Happening[] = [];
  let seen: string[] = [];
  const note = (id: string) => {
    if (seen.includes(id)) return false;
    seen = [...seen, id].slice(-REMEMBERED);
    return true;
  };
  return {
    add: (happening) => {
      if (!note(happening.id)) return false;
      waiting = [...waiting, happening];
      if (waiting.length > QUEUE_MAX) waiting.splice(leastOf(waiting), 1);
      return true;
    },
    next: () => waiting.shift() ?? null,
    putBack: (happening) => {
      waiting = [happening, ...waiting];
    },
    skip: (happenings) => {
      for (const { id } of happenings) note(id);
    },
    change: (change) => {
      waiting = waiting.map(change);
    },
    size: () => waiting.length,
  };
}

/** The oldest of the least important kind. */
function leastOf(waiting: readonly Happening[]): number {
  let least = 0;
  for (const [index, { kind }] of waiting.entries()) {
    const other = waiting[least]?.kind ?? kind;
    if (BY_WEIGHT.indexOf(kind) < BY_WEIGHT.indexOf(other)) least = index;
  }
  return least;
}
