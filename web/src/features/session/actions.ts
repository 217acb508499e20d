import { memberProofs } from "@/features/sign-in/proofs";
import {
  closeWallet,
  onBalance,
  openWallet,
  recordBalance,
  recordPush,
} from "@/features/wallet/balance";
import { toast } from "@/ui/toast";
import { asFailure } from "@/wire/failure";
import { answer, api, setCredentials } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { onOnline, onPush, openSocket } from "@/wire/socket";
import {
  guest,
  isSessionEvent,
  type Member,
  readStoredSession,
  type Session,
  session,
  storeSession,
  useSession,
} from "./store";
import * as texts from "./texts/actions.en";

/** How often the member is read again while the tab is in sight. */
export const REFRESH_MS = 120_000;

/** Logs in with what login or signup answered. */
export function beginSession(granted: { token: string; user: Member }): void {
  const next: Session = { status: "member", token: granted.token, member: granted.user };
  storeSession(next);
  enter(next);
  recordBalance({ balance: granted.user.points, seq: granted.user.pointsSeq });
}

/**
 * Logs out here and tells the server, which cuts the sockets of this token. The logout here does
 * not wait for the answer: nobody should stay logged in because a server is slow.
 */
export function signOut(): void {
  const { token } = session();
  endSession();
  if (token === null) return;
  api
    .POST("/api/auth/logout", {
      headers: { Authorization: `Bearer ${token}` },
      // Closing the window right after the logout does not cancel the call.
      keepalive: true,
    })
    .catch(() => undefined);
}

/** Forgets the session, unless another one has taken the place of `token`. */
export function endSession(token: string | null = session().token): void {
  if (session().token !== token) return;
  storeSession(guest);
  enter(guest);
}

/** Ends a session that the server no longer accepts, and says so: it was nobody's wish. */
function expireSession(token: string): void {
  if (session().token !== token) return;
  endSession(token);
  toast({ text: texts.sessionEnded, tone: "info" });
}

/** Reads the member again. A token that no longer holds logs out; any other failure changes nothing. */
export async function refreshMember(): Promise<void> {
  const { token } = session();
  if (token === null) return;
  try {
    const { user } = await answer(api.GET("/api/auth/me"));
    if (session().token !== token) return;
    const next: Session = { status: "member", token, member: user };
    storeSession(next);
    useSession.setState(next, true);
    recordBalance({ balance: user.points, seq: user.pointsSeq });
  } catch (thrown) {
    if (asFailure(thrown).status === 401) expireSession(token);
  }
}

/** Starts everything that keeps the session true. Returns the way out. */
export function startSession(): () => void {
  setCredentials({
    token: () => session().token,
    onRefused: expireSession,
    prove: memberProofs.ask,
  });
  const stored = readStoredSession();
  // Written again, because older versions stored the email with the member.
  if (stored.status === "member") storeSession(stored);
  enter(stored);
  void refreshMember();

  const timer = setInterval(() => {
    if (document.visibilityState === "visible") void refreshMember();
  }, REFRESH_MS);
  const onVisible = () => {
    if (document.visibilityState === "visible") void refreshMember();
  };
  document.addEventListener("visibilitychange", onVisible);
  window.addEventListener("storage", followOtherWindow);
  const stopPush = onPush("pointsUpdated", recordPush);
  const stopAccount = onPush("accountChanged", () => void refreshMember());
  const stopOnline = onOnline(() => void refreshMember());
  const stopBalance = onBalance(keepPointsWithMember);
  const stopSocket = useSession.subscribe((state, previous) => {
    if (state.token === previous.token) return;
    memberProofs.drop();
    connect();
  });
  const stopFirstConnect = afterFirstPaint(connect);

  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisible);
    window.removeEventListener("storage", followOtherWindow);
    for (const stop of [stopPush, stopAccount, stopOnline, stopBalance]) stop();
    for (const stop of [stopSocket, stopFirstConnect]) stop();
  };
}

function enter(next: Session): void {
  const before = session();
  if (next.status === "guest") closeWallet();
  else openWallet(next.member.id, next.member.points);
  useSession.setState(next, true);
  // What one member was shown must not be found by the next one.
  if (before.member?.id !== next.member?.id) queryClient.removeQueries({ queryKey: ["member"] });
}

/** A login or logout in another window holds in this one too. */
function followOtherWindow(event: StorageEvent): void {
  if (!isSessionEvent(event)) return;
  const stored = readStoredSession();
  if (stored.token === session().token) return;
  enter(stored);
  // The email is not in the storage.
  void refreshMember();
}

/** The stored member carries the points, so that a reload opens with the last known amount. */
function keepPointsWithMember(points: number): void {
  const state = session();
  if (state.status === "guest" || state.member.points === points) return;
  const next: Session = { ...state, member: { ...state.member, points } };
  storeSession(next);
  useSession.setState(next, true);
}

function connect(): void {
  void openSocket(session().token, () => void refreshMember());
}

/** Two frames after the first one the page has been painted; only then the socket is loaded. */
function afterFirstPaint(run: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run);
  });
  return () => cancelAnimationFrame(frame);
}
