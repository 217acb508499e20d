import { type Draft, isReordered, type Live, type Named, sameEntries, type Trait } from "./model";

/** The id of a conflict about the order of the list. */
export const ORDER = "order";

/** The version to keep of a conflict. */
export type Side = "mine" | "theirs";

/**
 * Brings a draft onto a list that another admin has published: what the draft leaves as it was
 * follows that list, and what only the draft changes stays. What both have changed stays as in the
 * draft, and is named among the conflicts until its author decides.
 */
export function mergeDraft<Entry extends Named>(
  traits: readonly Trait<Entry>[],
  draft: Draft<Entry>,
  live: Live<Entry>,
): Draft<Entry> {
  const { base, entries: mine, conflicts: undecided } = withLiveIds(traits, draft, live.entries);
  const [before, ours, theirs] = [base.entries, mine, live.entries].map(byId);
  const isSame = comparing(traits);
  const kept = new Map<string, Entry>();
  const conflicts: string[] = [];
  for (const id of new Set([...live.entries, ...mine, ...base.entries].map((entry) => entry.id))) {
    const [old, own, their] = [before?.get(id), ours?.get(id), theirs?.get(id)];
    const follows = isSame(own, old) || isSame(own, their);
    const entry = follows ? their : own;
    if (entry !== undefined) kept.set(id, entry);
    if (!follows && (undecided.includes(id) || !isSame(their, old))) conflicts.push(id);
  }
  const isOurOrder = isReordered(base.entries, mine);
  const isTheirOrder = isReordered(base.entries, live.entries) || undecided.includes(ORDER);
  if (isOurOrder && isTheirOrder && isReordered(live.entries, mine)) conflicts.push(ORDER);
  const order = isOurOrder ? [mine, live.entries] : [live.entries, mine];
  return { base: live, entries: arranged(kept, order), conflicts };
}

/** Drops conflicts about entries that are the same in the draft and live. */
export function withOpenConflicts<Entry extends Named>(
  traits: readonly Trait<Entry>[],
  draft: Draft<Entry>,
): Draft<Entry> {
  const { base, entries, conflicts } = draft;
  const [live, mine] = [byId(base.entries), byId(entries)];
  const isSame = comparing(traits);
  const isOpen = (id: string) =>
    id === ORDER ? isReordered(base.entries, entries) : !isSame(live.get(id), mine.get(id));
  return { ...draft, conflicts: conflicts.filter(isOpen) };
}

/** The draft after its author has decided on its conflicts. */
export function resolveDraft<Entry extends Named>(
  { base, entries, conflicts }: Draft<Entry>,
  sides: ReadonlyMap<string, Side>,
): Draft<Entry> {
  const kept = byId(entries);
  const live = byId(base.entries);
  const isTheirs = (id: string) => sides.get(id) === "theirs";
  for (const id of conflicts.filter(isTheirs)) {
    const their = live.get(id);
    if (their === undefined) kept.delete(id);
    else kept.set(id, their);
  }
  const order = isTheirs(ORDER) ? [base.entries, entries] : [entries, base.entries];
  return {
    base,
    entries: arranged(kept, order),
    conflicts: conflicts.filter((id) => !sides.has(id)),
  };
}

/**
 * Applies the changes of a form to fields that may have changed since the form was opened. When both
 * changed a field, it gets the form's value and counts as a conflict.
 */
export function mergeForm<Form extends object>(
  opened: Form,
  current: Form,
  typed: Form,
): { form: Form; isConflict: boolean } {
  const form = { ...current };
  let isConflict = false;
  for (const key in typed) {
    const [before, now, next] = [opened, current, typed].map((fields) => trimmed(fields[key]));
    if (next === before) continue;
    form[key] = typed[key];
    if (now !== before && now !== next) isConflict = true;
  }
  return { form, isConflict };
}

/** Validation trims what is typed, and the server does not trim every field. */
function trimmed(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}

/**
 * Renames entries of the draft that are already live to the ids that the server gave them. Returns
 * the same draft when there are none.
 */
export function withLiveIds<Entry extends Named>(
  traits: readonly Trait<Entry>[],
  draft: Draft<Entry>,
  live: readonly Entry[],
): Draft<Entry> {
  const known = byId([...draft.base.entries, ...draft.entries]);
  const added = live.filter(({ id }) => !known.has(id));
  const liveIds = new Set(live.map(({ id }) => id));
  const renamed = new Map<string, string>();
  for (const entry of [...draft.base.entries, ...draft.entries]) {
    if (liveIds.has(entry.id) || renamed.has(entry.id)) continue;
    const index = added.findIndex((other) => sameEntries(traits, entry, other));
    const [match] = index === -1 ? [] : added.splice(index, 1);
    if (match !== undefined) renamed.set(entry.id, match.id);
  }
  if (renamed.size === 0) return draft;
  const idOf = (id: string) => renamed.get(id) ?? id;
  const rename = (entries: readonly Entry[]) =>
    entries.map((entry) => ({ ...entry, id: idOf(entry.id) }));
  return {
    base: { ...draft.base, entries: rename(draft.base.entries) },
    entries: rename(draft.entries),
    conflicts: draft.conflicts.map(idOf),
  };
}

function comparing<Entry>(traits: readonly Trait<Entry>[]) {
  return (one: Entry | undefined, other: Entry | undefined): boolean =>
    one === undefined || other === undefined ? one === other : sameEntries(traits, one, other);
}

function byId<Entry extends Named>(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** Entries in the order of the first list; what only a later one has goes after its neighbour there. */
function arranged<Entry extends Named>(
  kept: ReadonlyMap<string, Entry>,
  lists: readonly (readonly Entry[])[],
): readonly Entry[] {
  const ids: string[] = [];
  for (const list of lists) {
    let place = 0;
    for (const { id } of list) {
      const known = ids.indexOf(id);
      if (known === -1 && kept.has(id)) ids.splice(place, 0, id);
      if (known !== -1 || kept.has(id)) place = ids.indexOf(id) + 1;
    }
  }
  return ids.flatMap((id) => kept.get(id) ?? []);
}
