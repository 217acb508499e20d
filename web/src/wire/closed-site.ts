import { create } from "zustand";
import { serverNow } from "./server-clock";

/**
 * What lets this browser write while the site is closed (docs/decisions.md, A11): granted for the
 * admin password, kept for the next load, forgotten when its time is over or the server refuses it.
 */
type Bypass = { token: string; expiresAt: string };

const KEY = "pointhouse.bypass";

const useStore = create<{ bypass: Bypass | null }>(() => ({ bypass: readStored() }));
const listeners = new Set<() => void>();

/** Whether this browser may pass, for components. */
export function useHasBypass(): boolean {
  return useStore(({ bypass }) => bypass !== null);
}

/** The token to send with a call, or null. One that has run out is forgotten. */
export function bypassToken(): string | null {
  const { bypass } = useStore.getState();
  if (bypass === null) return null;
  if (Date.parse(bypass.expiresAt) > serverNow()) return bypass.token;
  keepBypass(null);
  return null;
}

/** Keeps what was granted; null forgets it. */
export function keepBypass(bypass: Bypass | null): void {
  try {
    if (bypass === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(bypass));
  } catch {
    // Private windows may refuse; it then holds until the tab is closed.
  }
  useStore.setState({ bypass });
}

/** Takes over what another window keeps. */
export function followStoredBypass({ key }: StorageEvent): void {
  if (key === null || key === KEY) useStore.setState({ bypass: readStored() });
}

/** A call was turned away because the site is closed, although it may have carried this token. */
export function noteTurnedAway(token: string | null): void {
  if (token !== null && token === useStore.getState().bypass?.token) keepBypass(null);
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever a call was turned away. Returns the way out. */
export function onTurnedAway(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readStored(): Bypass | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return isBypass(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isBypass(value: unknown): value is Bypass {
  if (typeof value !== "object" || value === null) return false;
  const { token, expiresAt } = value as Partial<Bypass>;
  return typeof token === "string" && typeof expiresAt === "string";
}
