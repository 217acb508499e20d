import { create } from "zustand";
import { stored } from "@/wire/storage";
import { holdUnsaved } from "../session/unsaved";
import { mergeDraft, resolveDraft, type Side, withLiveIds, withOpenConflicts } from "./merge";
import { type Draft, type Live, type Named, sameLists, type Trait } from "./model";

type DraftState<Entry> = {
  /** Null while nothing differs from what is live. */
  draft: Draft<Entry> | null;
  /** The draft is kept on this browser just as it is. */
  isSaved: boolean;
};

type DraftOptions<Entry> = {
  /** The name that the draft is stored under. */
  name: "admin.challenges" | "admin.shop";
  /** Reads stored entries; null when they are none: storage is open to whoever uses this browser. */
  read: (stored: unknown) => readonly Entry[] | null;
  traits: readonly Trait<Entry>[];
};

/** A draft that is kept on this browser (docs/decisions.md, F2). */
export type Drafts<Entry extends Named> = ReturnType<typeof createDrafts<Entry>>;

/** A place for the draft of one list. It outlives the page that shows it. */
export function createDrafts<Entry extends Named>({ name, read, traits }: DraftOptions<Entry>) {
  const storedDraft = stored({ name, parse: (value) => readDraft(value, read) });

  const useDraft = create<DraftState<Entry>>(() => ({ draft: storedDraft.read(), isSaved: true }));

  const revert = () => useDraft.setState({ draft: storedDraft.read(), isSaved: true });
  useDraft.subscribe(({ isSaved }) => holdUnsaved(name, isSaved ? null : revert));
  window.addEventListener("storage", (event) => {
    // Another window has saved or discarded; what is unsaved in this one stays.
    if (storedDraft.isChangedBy(event) && useDraft.getState().isSaved) revert();
  });

  const current = () => useDraft.getState().draft;

  /**
   * Keeps the draft on this browser.
   * @throws when the browser refuses to.
   */
  const save = () => {
    const draft = current();
    if (draft !== null) storedDraft.writeOrThrow(draft);
    useDraft.setState({ isSaved: true });
  };

  const discard = () => {
    storedDraft.write(null);
    useDraft.setState({ draft: null, isSaved: true });
  };

  /** Makes these entries the draft, with further conflicts. Without a difference no draft remains. */
  const change = (
    live: Live<Entry>,
    next: readonly Entry[],
    conflicting: readonly string[] = [],
  ) => {
    const { base, conflicts } = current() ?? { base: live, conflicts: [] };
    if (sameLists(traits, base.entries, next)) return discard();
    const draft = withOpenConflicts(traits, {
      base,
      entries: next,
      conflicts: [...new Set([...conflicts, ...conflicting])],
    });
    useDraft.setState({ draft, isSaved: false });
  };

  /** Replaces the draft by itself on another list. A draft that was saved stays saved. */
  const replace = (draft: Draft<Entry>) => {
    if (sameLists(traits, draft.base.entries, draft.entries)) return discard();
    const { isSaved } = useDraft.getState();
    useDraft.setState({ draft, isSaved: false });
    if (!isSaved) return;
    try {
      save();
    } catch {
      // It stays unsaved, and the page says so.
    }
  };

  /** Makes the same change to the draft and to the list that it stands on. */
  const changeBoth = (edit: (entries: readonly Entry[]) => readonly Entry[]) => {
    const draft = current();
    if (draft === null) return;
    const { base, entries } = draft;
    replace({ ...draft, base: { ...base, entries: edit(base.entries) }, entries: edit(entries) });
  };

  /** Brings the draft onto a list that has just been read. */
  const follow = (live: Live<Entry>) => {
    const draft = current();
    if (draft === null) return;
    // A draft begun right after a push still has its own ids for the new entries of that version.
    const isSameVersion = draft.base.version === live.version;
    const next = isSameVersion
      ? withLiveIds(traits, draft, live.entries)
      : mergeDraft(traits, draft, live);
    if (next !== draft) replace(next);
  };

  /** Applies the author's choices to the conflicts. */
  const resolve = (sides: ReadonlyMap<string, Side>) => {
    const draft = current();
    if (draft !== null) replace(resolveDraft(draft, sides));
  };

  return { use: useDraft, current, change, changeBoth, save, discard, follow, resolve };
}

function readDraft<Entry>(value: unknown, read: DraftOptions<Entry>["read"]): Draft<Entry> | null {
  if (!isRecord(value) || !isRecord(value.base)) return null;
  const { version } = value.base;
  if (version !== null && typeof version !== "string") return null;
  const base = read(value.base.entries);
  const entries = read(value.entries);
  if (base === null || entries === null) return null;
  return { base: { version, entries: base }, entries, conflicts: readConflicts(value.conflicts) };
}

/** Drafts of older versions have none. */
function readConflicts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
