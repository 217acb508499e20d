import { create } from "zustand";
import type { components } from "@/wire/schema";
import { parseText, stored } from "@/wire/storage";

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

const storedToken = stored({ name: "token", format: "text", parse: parseText });
const storedMember = stored({ name: "member", parse: parseMember });

/** Whether another window may have logged in or out. */
export function isSessionEvent(event: StorageEvent): boolean {
  return storedToken.isChangedBy(event) || storedMember.isChangedBy(event);
}

export const useSession = create<Session>(() => readStoredSession());

/** The session outside components. */
export function session(): Session {
  return useSession.getState();
}

/** The logged-in member, or null for a guest. */
export function useMember(): Member | null {
  return useSession((state) => state.member);
}

/** The session after a reload. Anything that cannot be read counts as logged out. */
export function readStoredSession(): Session {
  const token = storedToken.read();
  const member = storedMember.read();
  if (token === null || member === null) return guest;
  return { status: "member", token, member: { ...member, email: null } };
}

/** Keeps the session for the next load. A browser that forbids storage keeps it for this one only. */
export function storeSession({ token, member }: Session): void {
  storedToken.write(token);
  if (member === null) return storedMember.write(null);
  const { email: _, ...kept } = member;
  storedMember.write(kept);
}

function parseMember(value: unknown): Omit<User, "email"> | null {
  return isMember(value) ? value : null;
}

function isMember(value: unknown): value is Omit<User, "email"> {
  if (typeof value !== "object" || value === null) return false;
  const { id, username, points } = value as Partial<Member>;
  return typeof id === "string" && typeof username === "string" && Number.isSafeInteger(points);
}
