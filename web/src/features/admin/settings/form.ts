import { createContext, use, useState } from "react";
import type { DecidedBy, SecretState } from "./queries";
import * as texts from "./texts/en";
import { isWithin, type Values, valueAt } from "./values";

/** The form of a section, as its fields see it. */
export type SettingsForm = {
  values: Values;
  /** The values that are in force. */
  saved: Values;
  /** What a new site begins with. */
  defaults: Values;
  /** What the server refused, by path. */
  errors: Readonly<Record<string, string>>;
  locked: readonly { key: string; by: DecidedBy }[];
  secrets: readonly SecretState[];
  /** How often it was to be saved since it began: from the first time on, what is missing is marked. */
  attempts: number;
  /** How often the form was saved or given up: what a field keeps for itself ends with it. */
  round: number;
  /** Secrets that were entered and are not saved. */
  entered: Readonly<Record<string, string>>;
  change: (path: string, value: unknown) => void;
  /** Undefined leaves the stored one as it is. */
  enterSecret: (key: string, text: string | undefined) => void;
};

export const FormContext = createContext<SettingsForm | null>(null);

/** The form around a field. */
export function useForm(): SettingsForm {
  const form = use(FormContext);
  if (form === null) throw new Error("A field of the settings needs their form around it.");
  return form;
}

export type Setting = {
  value: unknown;
  change: (value: unknown) => void;
  /** What the server refused about it or, where it has parts, about them. */
  error: string | undefined;
  /** The panel cannot change it. */
  isLocked: boolean;
  /** What decides it instead, where no note of a group says so. */
  lockNote: string | undefined;
};

/** A setting of the form around a field, by its path in the section. */
export function useSetting(path: string): Setting {
  const form = useForm();
  const lock = form.locked.find(({ key }) => isWithin(path, key));
  return {
    value: valueAt(form.values, path),
    change: (value) => form.change(path, value),
    error: form.errors[path],
    isLocked: lock !== undefined,
    lockNote: lock?.key === path ? texts.decidedBy(lock.by) : undefined,
  };
}

/**
 * Whether a part of the form is open. It opens when something in it is wrong, and again with each attempt to save,
 * so that the field can take the focus; it stays open while that is corrected.
 */
export function useOpenPart(
  isWrong: boolean,
): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { attempts } = useForm();
  const [isOpen, setOpen] = useState(false);
  const [openedFor, setOpenedFor] = useState<number | null>(null);
  const wrongAt = isWrong ? attempts : null;
  if (wrongAt !== openedFor) {
    setOpenedFor(wrongAt);
    if (isWrong) setOpen(true);
  }
  return [isOpen, setOpen];
}

/**
 * The path of a refusal. The server names a key of the section, and for tables the very number at the
 * beginning of its text: "keno.drawn must be from 1 to 20" for `games.tables`.
 */
export function placeOf(
  section: string,
  values: Values,
  key: string,
  text: string,
): { path: string; text: string } {
  const path = key === section ? "" : key.replace(`${section}.`, "");
  const [named = "", ...rest] = text.split(" ");
  if (!/^[a-z_]+(\.\w+)+$/.test(named)) return { path, text: sentence(text) };
  const candidates = [named.replace(`${section}.`, ""), `${path}.${named}`];
  const exact = candidates.find((candidate) => valueAt(values, candidate) !== undefined);
  if (exact === undefined) return { path, text: sentence(text) };
  return { path: exact, text: sentence(rest.join(" ")) };
}

/** A text of the server as a sentence. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
