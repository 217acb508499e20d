import * as texts from "./texts/en";
/** A list as it is live, with the version that a draft of it is based on. */
export type Live<Entry> = { version: string | null; entries: readonly Entry[] };

/** The list as its author wants it, and the live list it is based on. */
export type Draft<Entry> = {
  base: Live<Entry>;
  entries: readonly Entry[];
  /** Ids of entries that another admin has changed too, until the author has decided. */
  conflicts: readonly string[];
};

/** One property of an entry as text. */
export type Trait<Entry> = { label: string; text: (entry: Entry) => string };

export type Named = { id: string; title: string };

/** Why an open form cannot be saved. */
export const GONE = texts.noLongerListText;

/** An entry that differs between the live list and the draft. */
export type Difference = {
  id: string;
  title: string;
  /** Both lists have it and it differs, or only one has it. */
  kind: "changed" | "only-live" | "only-draft";
  traits: readonly { label: string; live: string; draft: string }[];
};

/** Whether two entries are the same, apart from their ids. */
export function sameEntries<Entry>(
  traits: readonly Trait<Entry>[],
  one: Entry,
  other: Entry,
): boolean {
  return traits.every(({ text }) => text(one) === text(other));
}

/**
 * Whether two lists are the same in the same order, apart from their ids: the server gives
 * new entries ids of its own.
 */
export function sameLists<Entry>(
  traits: readonly Trait<Entry>[],
  one: readonly Entry[],
  other: readonly Entry[],
): boolean {
  return (
    one.length === other.length &&
    one.every((entry, index) => {
      const beside = other[index];
      return beside !== undefined && sameEntries(traits, entry, beside);
    })
  );
}

/** Where a draft is another than what is live: the draft's entries first, then what it leaves out. */
export function differencesOf<Entry extends Named>(
  traits: readonly Trait<Entry>[],
  live: readonly Entry[],
  draft: readonly Entry[],
): readonly Difference[] {
  const known = new Map(live.map((entry) => [entry.id, entry]));
  const kept = new Set(draft.map(({ id }) => id));
  const ofDraft = draft.flatMap((entry): Difference[] => {
    const { id, title } = entry;
    const before = known.get(id);
    if (before === undefined) return [{ id, title, kind: "only-draft", traits: [] }];
    const changed = traits
      .map(({ label, text }) => ({ label, live: text(before), draft: text(entry) }))
      .filter((trait) => trait.live !== trait.draft);
    return changed.length === 0 ? [] : [{ id, title, kind: "changed", traits: changed }];
  });
  const left = live.filter(({ id }) => !kept.has(id));
  return [
    ...ofDraft,
    ...left.map(({ id, title }): Difference => ({ id, title, kind: "only-live", traits: [] })),
  ];
}

/** Whether what both have stands in another order. */
export function isReordered(live: readonly Named[], draft: readonly Named[]): boolean {
  const common = (list: readonly Named[], other: readonly Named[]) => {
    const ids = new Set(other.map(({ id }) => id));
    return list.filter(({ id }) => ids.has(id)).map(({ id }) => id);
  };
  return common(live, draft).join() !== common(draft, live).join();
}

/** An id of the draft's own, until the server gives one: the time, as nobody else uses it. */
export function draftId(entries: readonly Named[], now = Date.now()): string {
  const taken = new Set(entries.map(({ id }) => id));
  let id = now;
  while (taken.has(String(id))) id += 1;
  return String(id);
}
