import { askForPasskey } from "@/features/sign-in/passkeys";
import { panelProofs } from "@/features/sign-in/proofs";
import { toast } from "@/ui/toast";
import { answer, api, callsAs } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { connectAdmin } from "@/wire/socket";
import {
  adminToken,
  hasEnded,
  isAdminEvent,
  isStoredAsEnded,
  keepAdminToken,
  meKey,
  personOf,
  readStored,
  storeAsEnded,
  useAdminSession,
} from "./store";
import * as texts from "./texts/en";
import { dropUnsaved, hasUnsavedChanges } from "./unsaved";

/**
 * How often the server hears that the panel is in sight; its sessions end after two hours without a
 * call (`auth.admin_idle_minutes`).
 */
export const PRESENCE_MS = 300_000;

/** What every page of the panel reads is kept under this key. */
const readByPanel = { queryKey: ["admin"] };

/** The calls of the panel. They carry the admin's token and never the member's. */
export const adminApi = callsAs({
  token: adminToken,
  hasEnded,
  onRefused: expire,
  prove: panelProofs.ask,
  refusedMessage: texts.refused,
});

export type AdminLogin = components["schemas"]["AdminLogin"];

/**
 * Logs in with a password, and with a name where the owner is not alone.
 * @throws {CallFailure} when they are wrong, or asked for too often.
 */
export async function beginAdmin(login: AdminLogin): Promise<void> {
  const { token } = await answer(api.POST("/api/admin/login", { body: login }));
  keepAdminToken(token);
}

/**
 * Logs in with a passkey alone.
 * @throws {CallFailure} when none was used, or it is refused.
 */
export async function beginAdminWithPasskey(): Promise<void> {
  const body = { passkey: await askForPasskey() };
  const { token } = await answer(api.POST("/api/admin/login/passkey", { body }));
  keepAdminToken(token);
}

/** Begins with the token of an invitation that was accepted, beside the panel. Ends the login that was here. */
export function beginInvited(token: string): void {
  endAdmin();
  queryClient.removeQueries(readByPanel);
  dropUnsaved();
  keepAdminToken(token);
}

/**
 * Logs out here and ends the session on the server. The logout here does not wait for the answer:
 * nobody should stay logged in because a server is slow or out of reach.
 */
export function endAdmin(): void {
  const token = adminToken();
  const isRefused = hasEnded();
  keepAdminToken(null);
  if (token === null || isRefused) return;
  adminApi
    .POST("/api/admin/logout", {
      headers: { Authorization: `Bearer ${token}` },
      // Closing the window right after the logout does not cancel the call.
      keepalive: true,
    })
    .catch(() => undefined);
}

/**
 * The server no longer accepts the token. A panel that was in use stays mounted with everything that
 * was typed, until somebody logs in again; one that has just been loaded makes way for the gate.
 */
function expire(token: string): void {
  const { token: current, status } = useAdminSession.getState();
  if (current !== token) return;
  // What was being read goes back to what it was; the pages show no failure for an ended session.
  void queryClient.cancelQueries(readByPanel);
  if (status === "ended") return;
  storeAsEnded(token);
  if (status === "open" || hasUnsavedChanges()) {
    useAdminSession.setState({ status: "ended" });
    return;
  }
  forget();
  toast({ text: texts.ended, tone: "info" });
}

/** Starts what keeps the login true while the panel is loaded. Returns the way out. */
export function startAdmin(): () => void {
  // Another window may have logged in or out before this one listened.
  followOtherWindow({ key: null });
  listen();
  confirmPresence();
  const stop = useAdminSession.subscribe(({ token, status }, previous) => {
    if (token === previous.token && status === previous.status) return;
    // What one login was shown, has typed or was asked must not be found by the next one.
    if (token !== previous.token) panelProofs.drop();
    if (token === null) {
      queryClient.removeQueries(readByPanel);
      dropUnsaved();
    } else if (token !== previous.token) {
      // The page has stayed mounted over the end of a session, or follows another window.
      if (personOf(token) === personOf(previous.token))
        void queryClient.invalidateQueries(readByPanel);
      else {
        dropUnsaved();
        void queryClient.resetQueries(readByPanel);
      }
    }
    listen();
  });
  const timer = setInterval(confirmPresence, PRESENCE_MS);
  document.addEventListener("visibilitychange", confirmPresence);
  window.addEventListener("storage", followOtherWindow);
  return () => {
    // The page that was kept for the next login is gone.
    if (hasEnded()) forget();
    stop();
    clearInterval(timer);
    document.removeEventListener("visibilitychange", confirmPresence);
    window.removeEventListener("storage", followOtherWindow);
    // Beside the panel nobody would notice that the token has run out.
    connectAdmin(null);
  };
}

/** A panel that is in sight is in use, also when nobody presses anything. */
function confirmPresence(): void {
  const token = adminToken();
  if (token === null || hasEnded() || document.visibilityState !== "visible") return;
  adminApi.POST("/api/admin/session").then(
    () => {
      if (adminToken() === token && !hasEnded()) useAdminSession.setState({ status: "open" });
    },
    // A refused token has been dealt with; after any other failure the next time will do.
    () => undefined,
  );
}

function followOtherWindow(event: Pick<StorageEvent, "key">): void {
  if (!isAdminEvent(event)) return;
  const current = adminToken();
  const stored = readStored();
  if (stored === current) return;
  if (stored !== null) {
    const status = current === null ? "unconfirmed" : "open";
    useAdminSession.setState({ token: stored, status });
  } else if (current !== null) {
    if (isStoredAsEnded(current)) expire(current);
    // The window that logged out has called the server and cleared the storage.
    else forget();
  }
}

/** Logs out in this window only. */
function forget(): void {
  useAdminSession.setState({ token: null, status: "unconfirmed" });
}

/** Listens to what only admins receive, as long as the token is good for it. */
export function listen(): void {
  const token = adminToken();
  // Without the second factor that the panel requires, the server refuses the connection.
  const me = queryClient.getQueryData<components["schemas"]["PanelMe"]>(meKey);
  const isRefused = token === null || hasEnded() || me?.needsSecondFactor === true;
  connectAdmin(isRefused ? null : { token, onRefused: ask });
}

/** The live connection does not say whose token it refused, and why; a call does. */
function ask(): void {
  void queryClient.invalidateQueries({ queryKey: meKey });
}
