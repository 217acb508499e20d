import { create } from "zustand";
import type { components } from "@/wire/schema";

type User = components["schemas"]["User"];

/**
 * A member as the pages have them. The email is in memory only: after a reload it is null until the
 * server has answered, because whoever gets at the browser's storage should not find it there.
 */
export type Member = Omit<User, "email"> & { email: string | null };

/** A member is logged in exactly when both the token and the member are known. */
export type Session =
  | { status: "guest"; token: null; member: null }
  | { status: "member"; token: string; member: Member };

export const guest: Session = { status: "guest", token: null, member: null };

const TOKEN_KEY = "pointhouse.token";
const MEMBER_KEY = "pointhouse.member";

/** The keys under which another window's login or logout shows up. */
export const storedSessionKeys: readonly string[] = [TOKEN_KEY, MEMBER_KEY];

export const useSession = create<Session>(() => readStoredSession());

/** The session outside components. */
export function session(): Session {
  return useSession.getState();
}

/** The logged-in member, or null for a guest. */
export function useMember(): Member | null {
  return useSession((state) => state.member);
}

/** What a reload finds. Anything unreadable counts as logged out. */
export function readStoredSession(): Session {
  try {
    const token = localStorage.getItem(TOKEN_KEY);
    const member: unknown = JSON.parse(localStorage.getItem(MEMBER_KEY) ?? "null");
    if (token === null || token === "" || !isMember(member)) return guest;
    return { status: "member", token, member: { ...member, email: null } };
  } catch {
    return guest;
  }
}

/** Keeps the session for the next load. A browser that forbids storage keeps it for this one only. */
export function storeSession(state: Session): void {
  try {
    if (state.status === "guest") {
      localStorage.removeItem(TOKEN_KEY);
      localStorage.removeItem(MEMBER_KEY);
    } else {
      const { email: _, ...stored } = state.member;
      localStorage.setItem(TOKEN_KEY, state.token);
      localStorage.setItem(MEMBER_KEY, JSON.stringify(stored));
    }
  } catch {
    // Private windows may refuse; the session then lives until the tab is closed.
  }
}

function isMember(value: unknown): value is Omit<User, "email"> {
  if (typeof value !== "object" || value === null) return false;
  const { id, username, points } = value as Partial<Member>;
  return typeof id === "string" && typeof username === "string" && Number.isSafeInteger(points);
}
