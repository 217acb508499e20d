import type { ReactNode } from "react";
import { parsed } from "./fields";
import type { AuditItem } from "./queries";

type Named<Value> = Readonly<Record<string, Value>>;

/** What an entry says of one side of a change, by kind of value and name. */
export type Side = {
  numbers: Named<number>;
  /** Without empty ones. */
  texts: Named<string>;
  flags: Named<boolean>;
  inner: Named<Side>;
  all: Named<unknown>;
};

/** What sentences are made of. */
export type Facts = {
  who: ReactNode;
  /** The member or person that was changed. */
  whom: ReactNode;
  /** True when they changed their own data. */
  isSelf: boolean;
  /** The name of what a reference such as "giveaway:3" is about; undefined for what was deleted. */
  nameOf: (reference: string) => string | undefined;
  /** What the subject has under each word: "7" for `user` in "reward:3 user:7". */
  ids: Named<string>;
  subject: string;
  before: Side;
  after: Side;
};

/** The sentence of an entry; null if its values are not those that are expected. */
export type Sentence = (facts: Facts) => ReactNode;

export function readSide(text: string): Side {
  return sideOf(parsed(text));
}

function sideOf(value: unknown): Side {
  const isObject = typeof value === "object" && value !== null;
  const entries: [string, unknown][] = isObject ? Object.entries(value) : [];
  const only = <Value>(is: (one: unknown) => one is Value): Named<Value> =>
    Object.fromEntries(entries.flatMap(([name, one]) => (is(one) ? [[name, one]] : [])));
  const objects = Object.entries(only((one) => typeof one === "object" && one !== null));
  return {
    numbers: only((one) => typeof one === "number"),
    texts: only((one): one is string => typeof one === "string" && one !== ""),
    flags: only((one) => typeof one === "boolean"),
    inner: Object.fromEntries(objects.map(([name, one]) => [name, sideOf(one)])),
    all: Object.fromEntries(entries),
  };
}

/** What a subject has under each of its words. */
export function idsIn(subject: string): Named<string> {
  const parts = subject.split(" ").map((part) => /^(\w+):(.*)$/.exec(part));
  return Object.fromEntries(parts.flatMap((part) => (part ? [[part[1], part[2]]] : [])));
}

/** Whether a person of the panel or a member changed something of their own. */
export function isOwn({ actor, subject, address }: AuditItem): boolean {
  if (actor.startsWith("member ")) return subject === `user:${actor.slice("member ".length)}`;
  const isPerson = address !== null && !actor.startsWith("visitor ");
  // The owner has the number 1, which isn't written.
  const number = / #(\d+) \S+$/.exec(actor)?.[1] ?? "1";
  return isPerson && subject === `person:${number}`;
}
