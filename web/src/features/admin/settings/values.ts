/** Values of a section by key, as in a settings file, or as a form has them. */
export type Values = { readonly [key: string]: unknown };

/** What was typed into a field and is no value of its kind. */
type Unread = { readonly unread: string };

export const unread = (text: string): Unread => ({ unread: text });

export function isUnread(value: unknown): value is Unread {
  return isValues(value) && typeof value.unread === "string";
}

/** Whether anything in it was typed wrong. */
export function hasUnread(value: unknown): boolean {
  if (isUnread(value)) return true;
  if (Array.isArray(value)) return value.some(hasUnread);
  return isValues(value) && Object.values(value).some(hasUnread);
}

/** Whether a value has keys of its own. */
export function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The entries of a list; none if it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Values are compared as text: their keys keep their order when one is replaced. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The value at a path of keys and places joined by dots, such as `links.0.label`. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split(".")
    .filter((part) => part !== "")
    .reduce<unknown>((inner, part) => {
      if (Array.isArray(inner)) return inner[Number(part)];
      return isValues(inner) ? inner[part] : undefined;
    }, value);
}

/** The values with another one at a path. */
export function withValueAt(values: Values, path: string, next: unknown): Values {
  const changed = replaceAt(values, path.split("."), next);
  return isValues(changed) ? changed : values;
}

function replaceAt(value: unknown, [part, ...rest]: readonly string[], next: unknown): unknown {
  if (part === undefined) return next;
  if (Array.isArray(value))
    return value.map((one: unknown, place) =>
      String(place) === part ? replaceAt(one, rest, next) : one,
    );
  if (!isValues(value)) return value;
  return { ...value, [part]: replaceAt(value[part], rest, next) };
}

/** Whether a path is the other one, or below it. */
export function isWithin(path: string, outer: string): boolean {
  return outer === "" || path === outer || path.startsWith(`${outer}.`);
}

/** A key with two values. */
export type Pair = { key: string; before: unknown; after: unknown };

/** The keys whose values differ: of tables only those keys in them that do. */
export function pairsOf(before: unknown, after: unknown, key = ""): readonly Pair[] {
  if (isSame(before, after)) return [];
  if (!isValues(before) || !isValues(after)) return [{ key, before, after }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((name) =>
    pairsOf(before[name], after[name], key === "" ? name : `${key}.${name}`),
  );
}

/** The values with those of the pairs' later side. */
export function withPairs(values: Values, pairs: readonly Pair[]): Values {
  return pairs.reduce((changed, { key, after }) => {
    if (after !== undefined) return withValueAt(changed, key, after);
    const parts = key.split(".");
    const name = parts.pop() ?? "";
    const outer = valueAt(changed, parts.join("."));
    if (!isValues(outer)) return changed;
    const { [name]: _, ...others } = outer;
    return parts.length === 0 ? others : withValueAt(changed, parts.join("."), others);
  }, values);
}
