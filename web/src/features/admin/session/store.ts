import { create } from "zustand";
import { parseText, stored } from "@/wire/storage";
import { adminFlag } from "./flag";

const storedToken = stored({ name: "adminToken", format: "text", parse: parseText });
/** The token that the server refused, so that other windows can tell an ended session from a logout. */
const endedToken = stored({ name: "adminEnded", format: "text", parse: parseText });

/** Where the person who is logged in is kept among what the panel reads. */
export const meKey = ["admin", "me"] as const;

/** Whose login a token is. Read without a check, to tell two logins apart: the server decides what each may do. */
export function personOf(token: string | null): string | null {
  try {
    const claims: unknown = JSON.parse(atob(token?.split(".")[1] ?? ""));
    const sub = typeof claims === "object" && claims !== null && "sub" in claims && claims.sub;
    return typeof sub === "string" ? sub : null;
  } catch {
    return null;
  }
}

/** Whether another window may have logged in or out. */
export function isAdminEvent(event: Pick<StorageEvent, "key">): boolean {
  return [adminFlag, storedToken, endedToken].some((item) => item.isChangedBy(event));
}

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

/** The login after a reload. A flag without a token, or a token without the flag, is no login. */
export function readStored(): string | null {
  return adminFlag.read() === null ? null : storedToken.read();
}

/** Keeps the token of a login for the next load; null forgets it. */
export function keepAdminToken(token: string | null): void {
  storeLogin(token);
  // Last: a window that still shows an ended session must find the new login before this is gone.
  endedToken.write(null);
  useAdminSession.setState({ token, status: token === null ? "unconfirmed" : "open" });
}

/** Whether a window of this browser has found that the server refuses the token. */
export function isStoredAsEnded(token: string): boolean {
  return endedToken.read() === token;
}

/** Whether the last login in this browser was ended by the server, not by a logout. */
export function wasEnded(): boolean {
  return endedToken.read() !== null;
}

/** Leaves no login for the next load, and marks in the storage that this is not a logout. */
export function storeAsEnded(token: string): void {
  // Another window may have logged in again before this one noticed.
  if (readStored() !== token) return;
  endedToken.write(token);
  storeLogin(null);
}

function storeLogin(token: string | null): void {
  if (token === null) adminFlag.write(null);
  storedToken.write(token);
  if (token !== null) adminFlag.write("true");
}
