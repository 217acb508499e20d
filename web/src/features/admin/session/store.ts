import { create } from "zustand";
import { FLAG_KEY, isAdminFlagSet } from "./flag";

const TOKEN_KEY = "pointhouse.adminToken";
/** The token that the server refused, so that other windows can tell an ended session from a logout. */
const ENDED_KEY = "pointhouse.adminEnded";

/** The keys under which another window's login or logout shows up. */
export const storedAdminKeys: readonly string[] = [FLAG_KEY, TOKEN_KEY, ENDED_KEY];

type AdminSession = {
  /** The admin's token, null while nobody is logged in. */
  token: string | null;
  /**
   * - `unconfirmed`: found in the storage; the server has not accepted it in this window yet.
   * - `open`: accepted in this window.
   * - `ended`: refused after that. The panel stays mounted, covered, until the next login or a logout.
   */
  status: "unconfirmed" | "open" | "ended";
};

export const useAdminSession = create<AdminSession>(() => ({
  token: readStored(),
  status: "unconfirmed",
}));

/** The admin's token outside components. */
export function adminToken(): string | null {
  return useAdminSession.getState().token;
}

/** Whether the panel is mounted. */
export function useIsAdmin(): boolean {
  return useAdminSession(({ token }) => token !== null);
}

/** Whether the server has ended the session of the panel that is mounted. */
export function useHasEnded(): boolean {
  return useAdminSession(({ token, status }) => token !== null && status === "ended");
}

/** The same outside components. */
export function hasEnded(): boolean {
  const { token, status } = useAdminSession.getState();
  return token !== null && status === "ended";
}

/** What a reload finds. A flag without a token, or a token without the flag, is no login. */
export function readStored(): string | null {
  try {
    const token = localStorage.getItem(TOKEN_KEY);
    return isAdminFlagSet() && token !== null && token !== "" ? token : null;
  } catch {
    return null;
  }
}

/** Keeps the token of a login for the next load; null forgets it. */
export function keepAdminToken(token: string | null): void {
  try {
    if (token === null) {
      localStorage.removeItem(FLAG_KEY);
      localStorage.removeItem(TOKEN_KEY);
    } else {
      localStorage.setItem(TOKEN_KEY, token);
      localStorage.setItem(FLAG_KEY, "true");
    }
    // Last: a window that still shows an ended session must find the new login before this is gone.
    localStorage.removeItem(ENDED_KEY);
  } catch {
    // Private windows may refuse; the login then lives until the tab is closed.
  }
  useAdminSession.setState({ token, status: token === null ? "unconfirmed" : "open" });
}

/** Whether a window of this browser has found that the server refuses the token. */
export function isStoredAsEnded(token: string): boolean {
  try {
    return localStorage.getItem(ENDED_KEY) === token;
  } catch {
    return false;
  }
}

/** Leaves nothing for the next load, and says in the storage that this is not a logout. */
export function storeAsEnded(token: string): void {
  try {
    // Another window may have logged in again before this one noticed.
    if (readStored() !== token) return;
    localStorage.setItem(ENDED_KEY, token);
    localStorage.removeItem(FLAG_KEY);
    localStorage.removeItem(TOKEN_KEY);
  } catch {
    // What cannot be removed is refused again after the next load.
  }
}
