import * as texts from "../texts/check.en";
/** What stands in the fields of a form, by the name of the field. */
export type Typed = Readonly<Record<string, string>>;
export type Problems = Readonly<Record<string, string>>;

/** One field of a round's form, named as in the test vectors (docs/games.md, section 13). */
export type FormField = {
  name: string;
  label: string;
  kind: "whole" | "text" | "lines" | "choice";
  options?: readonly { value: string; label: string }[];
  hint?: string;
  initial: string;
  /** The typed text as the rules take it, undefined to leave it to the table. Whether it is allowed is for the rules to say. */
  read: (text: string) => unknown;
  /** A value as it is typed; what is missing here is written as it is. */
  write?: (value: unknown) => string | undefined;
};

/** Text that cannot be read as its field's value. */
export class Problem {
  readonly said: string;

  constructor(said: string) {
    this.said = said;
  }
}

type FieldBasics = Pick<FormField, "name" | "label" | "initial"> & { hint?: string };

/** A whole number from 0. */
export function wholeField(basics: FieldBasics): FormField {
  return { ...basics, kind: "whole", read: readWhole };
}

/** One of a few values. */
export function choiceField(
  basics: FieldBasics & { options: readonly { value: string; label: string }[] },
): FormField {
  return { ...basics, kind: "choice", read: (text) => (text === "" ? undefined : text) };
}

export const betField = wholeField({ name: "bet", label: texts.bet, initial: "10" });

export const presetField = choiceField({
  name: "preset",
  label: texts.preset,
  options: [
    { value: "", label: texts.defaultText },
    { value: "balanced", label: texts.balanced },
    { value: "classic", label: texts.classic },
  ],
  initial: "",
});

/** What a member did in the round, in its order: words and numbers of tiles. */
export function actionsField(basics: Omit<FieldBasics, "name" | "initial">): FormField {
  return { ...basics, name: "actions", kind: "text", initial: "", read: readActions };
}

export function readWhole(text: string): number | Problem {
  return /^\d{1,9}$/.test(text) ? Number(text) : new Problem(texts.wholeNumber);
}

/** The words of a text, parted by spaces or commas. */
export function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

function readActions(text: string): (number | string)[] | Problem {
  const wrong = wordsOf(text).find((word) => !/^(?:\d{1,2}|[a-z]+)$/i.test(word));
  if (wrong !== undefined) return new Problem(texts.noAction(wrong));
  return wordsOf(text).map((word) => (/^\d/.test(word) ? Number(word) : word.toLowerCase()));
}
