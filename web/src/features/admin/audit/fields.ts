/** One field of what was changed; null where there was none. */
export type ChangedField = {
  name: string;
  before: string | null;
  after: string | null;
  isChanged: boolean;
};

/**
 * What stood before and what stands now, field by field. Text that is no JSON (a long one is cut by
 * the server) stands as it came.
 */
export function changedFields(before: string, after: string): readonly ChangedField[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return names.map((name) => {
    const [one, other] = [was.get(name) ?? null, is.get(name) ?? null];
    return { name, before: one, after: other, isChanged: one !== other };
  });
}

function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  if (text.trim() !== "") collect(parsed(text), "", fields);
  return fields;
}

/** The value that a text in JSON has; other texts stay. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Fields inside of others are named by their path. */
function collect(value: unknown, path: string, fields: Map<string, string>): void {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) {
    fields.set(path, valueText(value));
    return;
  }
  for (const [name, inner] of entries)
    collect(inner, path === "" ? name : `${path}.${name}`, fields);
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
