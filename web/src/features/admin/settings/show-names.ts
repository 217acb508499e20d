/** The names of what a list has, in its order; a single value by its name. Null for anything else. */
export function showNames(names: Readonly<Record<string, string>>, value: unknown): string | null {
  if (Array.isArray(value)) return value.map((id) => names[String(id)] ?? String(id)).join(", ");
  return typeof value === "string" ? (names[value] ?? null) : null;
}
