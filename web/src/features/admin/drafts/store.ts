import { create } from "zustand";
import { holdUnsaved } from "../session/unsaved";
import { type Draft, type Live, sameLists, type Trait } from "./model";

type DraftState<Entry> = {
  /** Null while nothing differs from what is live. */
  draft: Draft<Entry> | null;
  /** The draft is kept on this browser just as it is. */
  isSaved: boolean;
};

type DraftOptions<Entry> = {
  /** The key that the draft is kept under. */
  name: string;
  /** Reads stored entries; null when they are none: storage is open to whoever uses this browser. */
  read: (stored: unknown) => readonly Entry[] | null;
  traits: readonly Trait<Entry>[];
};

/** A draft that is kept on this browser (decisions F2). */
export type Drafts<Entry> = ReturnType<typeof createDrafts<Entry>>;

/** A place for the draft of one list. It outlives the page that shows it. */
export function createDrafts<Entry>({ name, read, traits }: DraftOptions<Entry>) {
  const readStored = (): Draft<Entry> | null => {
    try {
      return readDraft(JSON.parse(localStorage.getItem(name) ?? "null"), read);
    } catch {
      return null;
    }
  };

  const useDraft = create<DraftState<Entry>>(() => ({ draft: readStored(), isSaved: true }));

  const revert = () => useDraft.setState({ draft: readStored(), isSaved: true });
  useDraft.subscribe(({ isSaved }) => holdUnsaved(name, isSaved ? null : revert));
  window.addEventListener("storage", ({ key }) => {
    // Another window has saved or discarded; what is unsaved in this one stays.
    if ((key === name || key === null) && useDraft.getState().isSaved) revert();
  });

  const current = () => useDraft.getState().draft;

  /**
   * Keeps the draft on this browser.
   * @throws when the browser refuses to.
   */
  const save = () => {
    const draft = current();
    if (draft !== null) localStorage.setItem(name, JSON.stringify(draft));
    useDraft.setState({ isSaved: true });
  };

  const discard = () => {
    try {
      localStorage.removeItem(name);
    } catch {
      // What cannot be removed could not be kept either.
    }
    useDraft.setState({ draft: null, isSaved: true });
  };

  /** The draft from now on. One that says what is live anyway is none. */
  const change = (live: Live<Entry>, next: readonly Entry[]) => {
    const base = current()?.base ?? live;
    if (sameLists(traits, base.entries, next)) discard();
    else useDraft.setState({ draft: { base, entries: next }, isSaved: false });
  };

  /** Lets the draft stand on another list: its author has seen it, or it says the same. */
  const rebase = (live: Live<Entry>, next = current()?.entries) => {
    if (current() === null || next === undefined) return;
    const { isSaved } = useDraft.getState();
    useDraft.setState({ draft: { base: live, entries: next }, isSaved: false });
    if (!isSaved) return;
    try {
      save();
    } catch {
      // It stays unsaved, and the page says so.
    }
  };

  /** Meets a list that has just been read: whoever published it may have changed nothing. */
  const meet = (live: Live<Entry>) => {
    const draft = current();
    if (draft === null || draft.base.version === live.version) return;
    if (sameLists(traits, draft.entries, live.entries)) discard();
    else if (sameLists(traits, draft.base.entries, live.entries)) rebase(live);
  };

  return { use: useDraft, current, change, save, discard, rebase, meet };
}

function readDraft<Entry>(stored: unknown, read: DraftOptions<Entry>["read"]): Draft<Entry> | null {
  if (!isRecord(stored) || !isRecord(stored.base)) return null;
  const { version } = stored.base;
  if (version !== null && typeof version !== "string") return null;
  const base = read(stored.base.entries);
  const entries = read(stored.entries);
  return base === null || entries === null ? null : { base: { version, entries: base }, entries };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
