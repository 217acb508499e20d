import { create } from "zustand";
import { holdUnsaved } from "../session/unsaved";
import { isSame, type Values } from "./values";

/** Changes of a section that are not saved. They stay while other pages of the panel are open. */
export type Draft = {
  /** The version that it is based on. */
  revision: number;
  /** The values of that version. */
  base: Values;
  values: Values;
  /** Secrets that were entered, by key; an empty text removes one. */
  secrets: Readonly<Record<string, string>>;
};

const useDrafts = create<Readonly<Record<string, Draft>>>(() => ({}));

/** The draft of a section, undefined while nothing is changed. */
export function useDraft(section: string): Draft | undefined {
  return useDrafts((drafts) => drafts[section]);
}

/** Names of the sections with changes that are not saved. */
export function useDraftNames(): readonly string[] {
  return Object.keys(useDrafts());
}

/** Keeps the draft of a section, or drops it: null, or one that changes nothing. */
export function keepDraft(section: string, draft: Draft | null): void {
  const id = `settings.${section}`;
  const { [section]: _, ...others } = useDrafts.getState();
  if (draft === null || !isChanged(draft)) {
    useDrafts.setState(others, true);
    holdUnsaved(id, null);
    return;
  }
  useDrafts.setState({ ...others, [section]: draft }, true);
  holdUnsaved(id, () => keepDraft(section, null));
}

/** Ends the draft that was saved. What was typed since stays as a draft of what is saved now. */
export function settleDraft(section: string, sent: Draft, revision: number, base: Values): void {
  const draft = useDrafts.getState()[section];
  if (draft === undefined || draft === sent) {
    keepDraft(section, null);
    return;
  }
  const secrets = Object.fromEntries(
    Object.entries(draft.secrets).filter(([key, text]) => sent.secrets[key] !== text),
  );
  keepDraft(section, { revision, base, values: draft.values, secrets });
}

/** Changes the draft of a section, which begins as `start`. */
export function changeDraft(
  section: string,
  start: Draft,
  change: (draft: Draft) => Partial<Draft>,
): void {
  const draft = useDrafts.getState()[section] ?? start;
  keepDraft(section, { ...draft, ...change(draft) });
}

function isChanged({ base, values, secrets }: Draft): boolean {
  return Object.keys(secrets).length > 0 || !isSame(base, values);
}
