import { create } from "zustand";
import { serverNow } from "./server-clock";
import { stored } from "./storage";

/**
 * What lets this browser write while the site is closed (docs/decisions.md, A11): granted for the
 * admin password, kept for the next load, forgotten when its time is over or the server refuses it.
 */
type Bypass = { token: string; expiresAt: string };

const storedBypass = stored({ name: "bypass", parse: parseBypass });

const useStore = create<{ bypass: Bypass | null }>(() => ({ bypass: storedBypass.read() }));
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
  storedBypass.write(bypass);
  useStore.setState({ bypass });
}

/** Takes over what another window keeps. */
export function followStoredBypass(event: StorageEvent): void {
  if (storedBypass.isChangedBy(event)) useStore.setState({ bypass: storedBypass.read() });
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

function parseBypass(value: unknown): Bypass | null {
  return isBypass(value) ? value : null;
}

function isBypass(value: unknown): value is Bypass {
  if (typeof value !== "object" || value === null) return false;
  const { token, expiresAt } = value as Partial<Bypass>;
  return typeof token === "string" && typeof expiresAt === "string";
}
