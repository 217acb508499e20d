import * as z from "zod/mini";
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
  /** What a stored entry has to look like: storage is open to whoever uses this browser. */
  entry: z.ZodMiniType<Entry>;
  traits: readonly Trait<Entry>[];
};

/** A draft that is kept on this browser (decisions F2). */
export type Drafts<Entry> = ReturnType<typeof createDrafts<Entry>>;

/** A place for the draft of one list. It outlives the page that shows it. */
export function createDrafts<Entry>({ name, entry, traits }: DraftOptions<Entry>) {
  const entries = z.array(entry);
  const schema = z.object({
    base: z.object({ version: z.nullable(z.string()), entries }),
    entries,
  });

  const readStored = (): Draft<Entry> | null => {
    try {
      const stored = schema.safeParse(JSON.parse(localStorage.getItem(name) ?? "null"));
      return stored.success ? stored.data : null;
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
