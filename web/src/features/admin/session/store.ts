import { create } from "zustand";
import { FLAG_KEY, isAdminFlagSet } from "./flag";

const TOKEN_KEY = "pointhouse.adminToken";

/** The keys under which another window's login or logout shows up. */
export const storedAdminKeys: readonly string[] = [FLAG_KEY, TOKEN_KEY];

/** The admin's token, null while nobody is logged in. */
export const useAdminSession = create<{ token: string | null }>(() => ({ token: readStored() }));

/** The admin's token outside components. */
export function adminToken(): string | null {
  return useAdminSession.getState().token;
}

/** Whether the panel is open. */
export function useIsAdmin(): boolean {
  return useAdminSession(({ token }) => token !== null);
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

/** Keeps the token for the next load; null forgets it. */
export function keepAdminToken(token: string | null): void {
  try {
    if (token === null) {
      for (const key of storedAdminKeys) localStorage.removeItem(key);
    } else {
      localStorage.setItem(TOKEN_KEY, token);
      localStorage.setItem(FLAG_KEY, "true");
    }
  } catch {
    // Private windows may refuse; the login then lives until the tab is closed.
  }
  useAdminSession.setState({ token });
}
