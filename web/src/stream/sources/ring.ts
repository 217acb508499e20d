import type { Happening } from "./state";

/** Most events that go round. */
const ITEMS_MAX = 20;

/** Events that are shown one after the other, again and again; the newest comes in first. */
export type Ring = {
  /** Takes the list of the server, newest first. Returns whether what is shown now is no longer on it. */
  replace: (items: readonly Happening[], slots: number) => boolean;
  /** The new one comes in with the next step. False for one that is known. */
  add: (item: Happening, slots: number) => boolean;
  /** What is shown when nothing has moved yet. */
  first: (slots: number) => readonly Happening[];
  /** Moves by one; returns the one that comes in. */
  step: () => Happening | null;
  canStep: () => boolean;
  size: () => number;
};

export function createRing(): Ring {
  let shown: readonly Happening[] = [];
  let waiting: readonly Happening[] = [];
  const all = () => [...shown, ...waiting];
  const spread = (items: readonly Happening[], slots: number) => {
    shown = items.slice(0, slots);
    waiting = items.slice(slots, ITEMS_MAX);
  };
  return {
    replace: (items, slots) => {
      const known = new Set(all().map(({ id }) => id));
      const listed = new Map(items.map((item) => [item.id, item]));
      // A member who is no longer named has gone as well.
      const isGone = shown.some(({ id, name }) => listed.get(id)?.name !== name);
      if (shown.length === 0 || isGone || shown.length < Math.min(slots, items.length)) {
        spread(items, slots);
        return true;
      }
      const fresh = items.filter(({ id }) => !known.has(id));
      const still = waiting.flatMap(({ id }) => listed.get(id) ?? []);
      waiting = [...fresh, ...still].slice(0, ITEMS_MAX);
      return false;
    },
    add: (item, slots) => {
      if (all().some(({ id }) => id === item.id)) return false;
      if (shown.length < slots) shown = [item, ...shown];
      else waiting = [item, ...waiting];
      waiting = waiting.slice(0, Math.max(0, ITEMS_MAX - shown.length));
      return true;
    },
    first: (slots) => {
      spread(all(), slots);
      return shown;
    },
    step: () => {
      const [next, ...others] = waiting;
      const [gone, ...stay] = shown;
      if (next === undefined || gone === undefined) return null;
      shown = [...stay, next];
      waiting = [...others, gone];
      return next;
    },
    canStep: () => waiting.length > 0,
    size: () => shown.length + waiting.length,
  };
}
