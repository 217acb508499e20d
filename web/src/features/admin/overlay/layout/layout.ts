import { isValues, type Values } from "../../settings/values";
import { CANVAS, HEIGHT_MIN, WIDTH_MIN } from "../editor/geometry";
import { freeName, newId } from "../editor/list";
import {
  COLOUR,
  fits,
  idOf,
  kindOf,
  LOCALES,
  lengthOf,
  NAME_MAX,
  nameOf,
  rules,
  SOURCES_MAX,
  type Source,
} from "../editor/model";
import * as texts from "../texts/editor.en";

const KIND = "pointhouse-overlay";
const VERSION = 1;
const FILE_BYTES_MAX = 1_000_000;

/** A source as a file has it: without its id. */
export type LayoutSource = Omit<Source, "id">;
type Layout = { kind: typeof KIND; version: typeof VERSION; sources: readonly LayoutSource[] };

export type ReadLayout = { sources: readonly LayoutSource[] } | { problem: string };

const isWhole = (value: unknown, least: number, most: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

/** What is wrong with a source: the first field of it that is missing or not allowed. */
export function wrongField(source: Values): string | null {
  const { name, x, y, width, height, accent, volume, locale, options } = source;
  const kind = kindOf(source);
  if (kind === null || !isValues(options)) return "kind";
  const isFine: Readonly<Record<string, boolean>> = {
    name: typeof name === "string" && name.trim() !== "" && lengthOf(name) <= NAME_MAX,
    width: isWhole(width, WIDTH_MIN, CANVAS.width),
    height: isWhole(height, HEIGHT_MIN, CANVAS.height),
    x: isWhole(x, 0, CANVAS.width - (isWhole(width, 0, CANVAS.width) ? width : 0)),
    y: isWhole(y, 0, CANVAS.height - (isWhole(height, 0, CANVAS.height) ? height : 0)),
    accent: typeof accent === "string" && (accent === "" || COLOUR.test(accent)),
    volume: isWhole(volume, 0, 100),
    locale: LOCALES.some((one) => one === locale),
    ...Object.fromEntries(
      Object.entries(rules[kind].options).map(([key, rule]) => [key, fits(rule, options[key])]),
    ),
  };
  return Object.keys(isFine).find((field) => isFine[field] === false) ?? null;
}

/** Only what a source has: whatever else stands in a file does not come in, and ids and keys never do. */
function known(source: Values): LayoutSource {
  const kind = kindOf(source) ?? "banner";
  const options = isValues(source.options) ? source.options : {};
  const kept = Object.keys(rules[kind].options).map((key) => [key, options[key]]);
  const { name, x, y, width, height, accent, volume, locale } = source;
  const copy: Values = { name, x, y, width, height, accent, volume, locale };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `wrongField` has checked all of it
  return { ...copy, options: { kind, ...Object.fromEntries(kept) } } as LayoutSource;
}

/** The sources as a file; null while a field of them is wrong. */
export function writeLayout(sources: readonly Values[]): Layout | null {
  if (sources.some((source) => wrongField(source) !== null)) return null;
  return { kind: KIND, version: VERSION, sources: sources.map(known) };
}

/** Reads a file that was chosen. */
export async function readLayoutFile(file: Blob): Promise<ReadLayout> {
  return file.size > FILE_BYTES_MAX
    ? { problem: texts.badFile.tooLarge }
    : readLayout(await file.text());
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The sources of a layout, or the first thing that is wrong with it. */
export function readLayout(text: string): ReadLayout {
  const { badFile } = texts;
  const file = parse(text);
  if (file === undefined) return { problem: badFile.notJson };
  if (!isValues(file) || file.kind !== KIND) return { problem: badFile.notLayout };
  if (typeof file.version === "number" && file.version > VERSION)
    return { problem: badFile.version };
  if (file.version !== VERSION || !Array.isArray(file.sources))
    return { problem: badFile.notLayout };
  const entries: readonly unknown[] = file.sources;
  if (entries.length === 0) return { problem: badFile.none };
  if (entries.length > SOURCES_MAX) return { problem: badFile.tooMany(SOURCES_MAX) };
  const sources: LayoutSource[] = [];
  for (const [index, entry] of entries.entries()) {
    const wrong = isValues(entry) ? wrongField(entry) : "kind";
    if (wrong === "kind" || !isValues(entry)) return { problem: badFile.kind(index + 1) };
    if (wrong !== null) return { problem: badFile.field(index + 1, texts.fieldName(wrong)) };
    sources.push(known(entry));
  }
  return { sources };
}

/** The sources after an import: each that comes gets an id of its own, and a name that is free. */
export function merged(
  mine: readonly Values[],
  coming: readonly LayoutSource[],
): readonly Values[] {
  const sources: Values[] = [...mine];
  for (const source of coming) {
    const id = newId(sources.map(idOf));
    sources.push({ id, ...source, name: freeName(source.name, sources.map(nameOf)) });
  }
  return sources;
}
