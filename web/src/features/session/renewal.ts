import { recordBalance } from "@/features/wallet/balance";
import { queryClient } from "@/wire/queries";
import { type Member, type Session, session, storeSession, useSession } from "./store";

/**
 * Goes on with the token that the server gave in place of the old one, which holds no longer. The
 * socket opens again with it, and other windows of this browser follow.
 */
export function takeToken(token: string): void {
  const state = session();
  if (state.status !== "member") return;
  replace({ ...state, token });
  // The other sessions are over.
  void queryClient.invalidateQueries({ queryKey: ["member", "sign-in"] });
}

/** Takes what the server says of the member after a change. */
export function takeMember(member: Member): void {
  const state = session();
  if (state.status === "guest" || state.member.id !== member.id) return;
  replace({ ...state, member });
  recordBalance({ balance: member.points, seq: member.pointsSeq });
}

/** Where the member's picture stands now; null = the drawn one. */
export function takePicture(profilePicture: string | null): void {
  const state = session();
  if (state.status === "member") replace({ ...state, member: { ...state.member, profilePicture } });
}

function replace(next: Session): void {
  storeSession(next);
  useSession.setState(next, true);
}
