/** Readers of what the server sends. A source stays open for weeks, over updates, so no shape is trusted. */
export type Fields = Readonly<Record<string, unknown>>;

const NOTHING: Fields = {};

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of a part; none of anything else. */
export function readFields(value: unknown): Fields {
  return isFields(value) ? value : NOTHING;
}

export function readText(value: unknown, otherwise = ""): string {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : otherwise;
}

export function readNumber(value: unknown, otherwise = 0): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}

/** A number, or one that is written as text, as in details of rounds. */
export function readDecimal(value: unknown): number | null {
  if (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A number within its limits; the default in place of anything else. */
export function readWithin(
  value: unknown,
  [least, most]: readonly [number, number],
  otherwise: number,
): number {
  if (typeof value !== "number" || !Number.isFinite(value)) return otherwise;
  return Math.min(most, Math.max(least, value));
}

/** Milliseconds since 1970; null for anything but a time. */
export function readTime(value: unknown): number | null {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

export function readOneOf<Name extends string>(
  value: unknown,
  names: readonly Name[],
): Name | null {
  return names.find((name) => name === value) ?? null;
}

/** The known names of a list, each once; all of them in place of an empty list. */
export function readNames<Name extends string>(
  value: unknown,
  names: readonly Name[],
): readonly Name[] {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [];
  const known = listed.flatMap((one) => names.find((name) => name === one) ?? []);
  return known.length === 0 ? names : [...new Set(known)];
}

/** The rows of a list that can be read. */
export function readRows<Row>(value: unknown, read: (row: Fields) => Row | null): readonly Row[] {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  // A row may be an array itself.
  return rows.filter(isFields).flatMap((row) => {
    const one = read(row);
    return one === null ? [] : [one];
  });
}
