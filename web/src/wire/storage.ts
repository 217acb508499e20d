/** The names of everything that the site keeps in this browser, so that two features cannot share one. */
type StoredName =
  | "admin.challenges"
  | "admin.grant"
  | "admin.orders"
  | "admin.shop"
  | "admin.streaming"
  | "adminEnded"
  | "adminToken"
  | "bypass"
  | "lostStreak"
  | "member"
  | "orders"
  | "slot.muted"
  | "token"
  | `stream.${string}`;

/** The specification's name of the flag (docs/decisions.md, A3), without the site's prefix. */
const ADMIN_FLAG = "adminAuthenticated";

export type StoredOptions<Value> = {
  name: StoredName | typeof ADMIN_FLAG;
  /** The value of what is stored, or null for anything else: storage is open to the browser's user. */
  parse: (stored: unknown) => Value | null;
  /** `session` ends with the tab. */
  area?: "local" | "session";
  /** Text is stored as it is, everything else as JSON. */
  format?: "json" | "text";
  /** Raised by one with every change of the stored shape. Version 1 has no number in its key. */
  version?: number;
  /** Turns what the version before this one stored into this one's. */
  upgrade?: (stored: unknown) => unknown;
};

export type Stored<Value> = {
  /** The stored value; null when there is none, it cannot be read, or the browser forbids storage. */
  read: () => Value | null;
  /** Stores a value; null removes it. A browser that forbids storage keeps nothing. */
  write: (value: Value | null) => void;
  /**
   * The same.
   * @throws when the browser refuses, such as when its storage is full.
   */
  writeOrThrow: (value: Value | null) => void;
  /** Whether another window may have changed the value; a null key means that it cleared the storage. */
  isChangedBy: (event: Pick<StorageEvent, "key">) => boolean;
};

/** A value that is kept in this browser. */
export function stored<Value>({
  name,
  parse,
  area = "local",
  format = "json",
  version = 1,
  upgrade,
}: StoredOptions<Value>): Stored<Value> {
  const key = keyOf(name, version);
  const olderKey = upgrade === undefined ? null : keyOf(name, version - 1);
  const storage = () => (area === "local" ? localStorage : sessionStorage);
  const readKey = (from: string): unknown => {
    const text = storage().getItem(from);
    return text === null || format === "text" ? text : JSON.parse(text);
  };

  const read = () => {
    try {
      const now = readKey(key);
      if (now !== null || olderKey === null) return now === null ? null : parse(now);
      const older = readKey(olderKey);
      return older === null ? null : parse(upgrade?.(older));
    } catch {
      return null;
    }
  };
  const writeOrThrow = (value: Value | null) => {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, format === "text" ? String(value) : JSON.stringify(value));
    // Otherwise it would be found again once the newer value is gone.
    if (olderKey !== null) storage().removeItem(olderKey);
  };
  const write = (value: Value | null) => {
    try {
      writeOrThrow(value);
    } catch {
      // Private windows may refuse; the caller has the value in memory until the page is closed.
    }
  };
  return {
    read,
    write,
    writeOrThrow,
    isChangedBy: (event) => event.key === null || event.key === key,
  };
}

function keyOf(name: string, version: number): string {
  const base = name === ADMIN_FLAG ? name : `pointhouse.${name}`;
  return version === 1 ? base : `${base}.v${version}`;
}

/** Parses a text that must not be empty. */
export function parseText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
