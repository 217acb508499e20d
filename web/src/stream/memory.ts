const PREFIX = "pointhouse.stream.";

type Kept = { at: number; body: unknown };

/** Keeps the last good answer over a restart of the broadcast software. */
export function remember(name: string, kept: Kept): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(kept));
  } catch {
    // Storage may be full or switched off; the page has the answer in memory.
  }
}

/** The last good answer and when it came, null without one. */
export function recall(name: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    if (typeof kept !== "object" || kept === null || !("at" in kept) || !("body" in kept))
      return null;
    const { at, body } = kept;
    return typeof at === "number" ? { at, body } : null;
  } catch {
    return null;
  }
}
