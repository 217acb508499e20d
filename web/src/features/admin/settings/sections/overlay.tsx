import { MonitorPlay } from "lucide-react";
import { formatNumber } from "@/ui/format/numbers";
import type { Section } from "../section";
import { showNames } from "../show-names";
import * as common from "../texts/en";
import * as texts from "../texts/overlay.en";
import { isValues, listOf, type Values } from "../values";

const kinds: Readonly<Record<string, { name: string }>> = texts.kinds;
const fields: Readonly<Record<string, string>> = texts.fields;
/** Said in the first lines of a source, or for nobody to read. */
const KNOWN = new Set(["id", "name", "x", "y", "width", "height", "options", "kind"]);

/** A source in words: every value of it, so that two versions of it never look alike. */
function showSource(source: Values): string {
  const options = isValues(source.options) ? source.options : {};
  const [width = "", height = "", x = "", y = ""] = ["width", "height", "x", "y"].map((key) =>
    wordsOf(key, source[key]),
  );
  const kind = String(options.kind);
  const others = Object.entries({ ...source, ...options })
    .filter(([key, value]) => !KNOWN.has(key) && value !== "")
    .map(([key, value]) => texts.shownField(fields[key] ?? key, wordsOf(key, value)));
  return [
    texts.shown(String(source.name), kinds[kind]?.name ?? kind),
    texts.place(width, height, x, y),
    ...others,
  ].join("\n");
}

/** The last part of a key: `volume` of `sources.k3v9x2m1.volume`. */
const lastOf = (key: string) => key.split(".").at(-1) ?? key;

function wordsOf(key: string, value: unknown): string {
  const names = texts.choices[lastOf(key)];
  const named = names === undefined ? null : showNames(names, value);
  if (named !== null) return named;
  if (typeof value === "boolean") return value ? common.on : common.off;
  return typeof value === "number" ? formatNumber(value) : String(value);
}

/** The sources of the overlay. Their form is the editor of the overlay's own page. */
export const overlay: Section = {
  name: "overlay",
  title: texts.title,
  lead: texts.lead,
  Icon: MonitorPlay,
  page: "/admin/overlay",
  Form: () => null,
  label: (key) => {
    return key === "sources" ? texts.sources : (fields[lastOf(key)] ?? key);
  },
  show: (key, value) => {
    if (Array.isArray(value) && value.length > 0 && value.every(isValues))
      return listOf(value).filter(isValues).map(showSource).join("\n\n");
    return isValues(value) && "options" in value ? showSource(value) : wordsOf(key, value);
  },
};
