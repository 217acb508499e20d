import { type Stored, stored } from "@/wire/storage";

type Kept = { at: number; body: unknown };

/** Keeps the last good answer over a restart of the broadcast software. */
export function remember(name: string, kept: Kept): void {
  storedAnswer(name).write(kept);
}

/** The last good answer and when it came, null without one. */
export function recall(name: string): Kept | null {
  return storedAnswer(name).read();
}

function storedAnswer(name: string): Stored<Kept> {
  return stored({ name: `stream.${name}`, parse: parseKept });
}

function parseKept(value: unknown): Kept | null {
  if (typeof value !== "object" || value === null || !("at" in value) || !("body" in value))
    return null;
  const { at, body } = value;
  return typeof at === "number" ? { at, body } : null;
}
