import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { CallFailure } from "@/wire/failure";
import { changeDraft, type Draft, keepDraft, settleDraft, useDraft } from "./drafts";
import { placeOf, type SettingsForm } from "./form";
import { rereadSettings, type SecretState, type SectionState, saveSection } from "./queries";
import type { Section } from "./section";
import { withNames } from "./sections";
import { useConfirmed } from "./use-confirmed";
import { hasUnread, isWithin, type Values, withValueAt } from "./values";

export type SectionFormProps = {
  section: Section;
  state: SectionState;
  secrets: readonly SecretState[];
};

type Errors = Readonly<Record<string, string>>;

export const same = (values: Values) => values;

/** What is wrong with a form, and the focus on the first of it. */
function useProblems(name: string) {
  const [errors, setErrors] = useState<Errors>({});
  const [attempts, setAttempts] = useState(0);
  /** Fields that the page itself found wrong. */
  const [isMarked, setMarked] = useState(false);
  /** How often the form began from what is saved. */
  const [round, setRound] = useState(0);
  const place = useRef<HTMLFormElement>(null);
  const wantsFocus = useRef(false);
  // After the form has been drawn with what was refused.
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    focusProblem(place.current);
  });
  return {
    errors,
    attempts,
    isMarked,
    round,
    place,
    begin: () => {
      setErrors({});
      setAttempts(0);
      setMarked(false);
      setRound(round + 1);
    },
    /** Marks what the page finds wrong. Returns whether there is any. */
    mark: (values: Values): boolean => {
      // What is missing is marked before the first of it gets the focus.
      flushSync(() => {
        setErrors({});
        setAttempts((count) => count + 1);
      });
      const isWrong = focusProblem(place.current) || hasUnread(values);
      setMarked(isWrong);
      return isWrong;
    },
    /** Marks what the server refused. */
    refuse: (values: Values, failure: CallFailure) => {
      wantsFocus.current = true;
      setErrors(errorsOf(name, values, failure));
      setAttempts((count) => count + 1);
    },
    forget: (path: string) => {
      setErrors(without(errors, path));
      setMarked(false);
    },
  };
}

/** The form of a section with all that happens to it: typing, saving, refusals, the versions of others. */
export function useSectionForm({ section, state, secrets }: SectionFormProps) {
  const { name, toForm = same, fromForm = same, check } = section;
  const draft = useDraft(name);
  const saved = toForm(state.values);
  const { revision } = state.version;
  const start: Draft = { revision, base: saved, values: saved, secrets: {} };
  const { values, secrets: entered } = draft ?? start;
  const problems = useProblems(name);
  const { errors, attempts, isMarked, round, place } = problems;
  const [asked, setAsked] = useState<"discard" | "compare" | null>(null);
  const saving = useConfirmed({
    send: ({ values: sent, ...rest }: Draft, confirmed) =>
      saveSection({ section: name, values: fromForm(sent), confirmed, ...rest }),
    onAnswer: (stored, sent) => {
      settleDraft(name, sent, stored.version.revision, toForm(stored.values));
      setAsked(null);
      problems.begin();
    },
    onFailure: async (failure, sent) => {
      problems.refuse(fromForm(sent.values), failure);
      if (failure.error !== "changed") return;
      await rereadSettings();
      setAsked("compare");
    },
  });
  // A field may change its value when an upload has ended, long after it was drawn.
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  const change = (path: string, value: unknown) => {
    changeDraft(name, latest.current, (now) => ({ values: withValueAt(now.values, path, value) }));
    problems.forget(path);
    saving.reset();
  };
  const enterSecret = (key: string, text: string | undefined) => {
    changeDraft(name, start, (now) => {
      const { [key]: _, ...others } = now.secrets;
      return { secrets: text === undefined ? others : { ...others, [key]: text } };
    });
    problems.forget(key.replace(`${name}.`, ""));
    saving.reset();
  };
  const save = () => {
    if (draft === undefined || saving.isBusy) return;
    saving.reset();
    if (!problems.mark(values)) saving.submit(draft);
  };
  const discard = () => {
    keepDraft(name, null);
    setAsked(null);
    saving.reset();
    problems.begin();
  };
  const saveMerged = (merged: Values) => {
    const next = { ...start, values: toForm(merged), secrets: entered };
    keepDraft(name, next);
    // The form shows what is wrong, and why it was not saved.
    setAsked(null);
    saving.reset();
    if (!problems.mark(next.values)) saving.submit(next);
  };
  /** Compares with the version of another admin, once nothing is wrong with this one. */
  const compare = () => {
    if (!problems.mark(values)) setAsked("compare");
  };
  const { locked } = state;
  const defaults = toForm(state.defaults);
  const allErrors = { ...check?.(values), ...errors };
  const known = { values, saved, defaults, errors: allErrors, locked, secrets, entered };
  const form: SettingsForm = { ...known, attempts, round, change, enterSecret };
  const isBehind = draft !== undefined && draft.revision !== revision;
  const does = { setAsked, save, discard, saveMerged, compare };
  return { form, draft, place, isMarked, isBehind, saving, asked, ...does };
}

/** The errors but those about a path, what is in it and what it is in. */
function without(errors: Errors, path: string): Errors {
  const kept = Object.entries(errors).filter(
    ([key]) => !isWithin(key, path) && !isWithin(path, key),
  );
  return Object.fromEntries(kept);
}

/** What the server refused, by path. */
function errorsOf(section: string, values: Values, { fields }: CallFailure): Errors {
  const found = Object.entries(fields).map(([key, text]) => placeOf(section, values, key, text));
  return Object.fromEntries(found.map(({ path, text }) => [path, withNames(text)]));
}

/** Puts the focus on the first field that is wrong. Returns whether there is one. */
export function focusProblem(form: HTMLFormElement | null): boolean {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]');
  first?.focus();
  return first !== null && first !== undefined;
}
