import { isValues, type Values } from "../../settings/values";
import * as texts from "../texts/editor.en";
import { within } from "./geometry";
import { freshSource, idOf, type Kind, NAME_MAX, nameOf, plateOf, SOURCES_MAX } from "./model";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const ID_LENGTH = 8;
/** How far a copy stands from what it is a copy of. */
const COPY_OFFSET = 40;

/** An id for a new source, which no other one has. */
export function newId(taken: readonly string[]): string {
  const random = crypto.getRandomValues(new Uint32Array(ID_LENGTH));
  const id = Array.from(random, (number) => LETTERS[number % LETTERS.length]).join("");
  return taken.includes(id) ? newId(taken) : id;
}

/** A name that no other source has: "Ticker", "Ticker 2", within the length that a name may have. */
export function freeName(wanted: string, taken: readonly string[]): string {
  for (let count = 1; ; count += 1) {
    const ending = count === 1 ? "" : ` ${count}`;
    const name =
      Array.from(wanted)
        .slice(0, NAME_MAX - ending.length)
        .join("")
        .trimEnd() + ending;
    if (!taken.includes(name)) return name;
  }
}

type Changed = { sources: readonly Values[]; id: string };

/** The list with a new source at its end; null when it is full. */
export function withNew(sources: readonly Values[], kind: Kind): Changed | null {
  if (sources.length >= SOURCES_MAX) return null;
  const id = newId(sources.map(idOf));
  const name = freeName(texts.kindName(kind), sources.map(nameOf));
  return { sources: [...sources, freshSource(kind, id, name)], id };
}

/** The list with a copy after the source; null when it is full, or has no such source. */
export function withCopy(sources: readonly Values[], of: string): Changed | null {
  const place = sources.findIndex((source) => idOf(source) === of);
  const source = sources[place];
  if (source === undefined || sources.length >= SOURCES_MAX) return null;
  const id = newId(sources.map(idOf));
  const plate = plateOf(source);
  const copy = {
    ...source,
    id,
    name: freeName(texts.copyOf(nameOf(source)), sources.map(nameOf)),
    ...within({ ...plate, x: plate.x + COPY_OFFSET, y: plate.y + COPY_OFFSET }),
    options: isValues(source.options) ? { ...source.options } : source.options,
  };
  return { sources: [...sources.slice(0, place + 1), copy, ...sources.slice(place + 1)], id };
}

/** The list without a source, and the one to choose in its place. */
export function without(sources: readonly Values[], id: string): Changed {
  const place = sources.findIndex((source) => idOf(source) === id);
  const left = sources.filter((source) => idOf(source) !== id);
  const next = left[Math.min(Math.max(place, 0), left.length - 1)];
  return { sources: left, id: next === undefined ? "" : idOf(next) };
}

/** The same sources in the order of these ids. */
export function inOrder(sources: readonly Values[], ids: readonly string[]): readonly Values[] {
  return ids.flatMap((id) => sources.filter((source) => idOf(source) === id));
}
