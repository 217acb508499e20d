import { hashOf } from "../fair-draw";

/** JSON with the keys of every object sorted and no spaces: what a rules hash is taken over. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(",")}}`;
}

/** The fingerprint of a table (docs/games.md, section 1). */
export function rulesHashOf(table: unknown): Promise<string> {
  return hashOf(canonicalJson(table));
}
