import { toast } from "@/ui/toast";
import { answer, api, callsAs } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { connectAdmin } from "@/wire/socket";
import { adminToken, keepAdminToken, readStored, storedAdminKeys, useAdminSession } from "./store";

/** The calls of the panel. They carry the admin's token and never the member's. */
export const adminApi = callsAs({ token: adminToken, onRefused: expire });

/**
 * Logs in with the admin password.
 * @throws {CallFailure} when it is wrong, or asked for too often.
 */
export async function beginAdmin(password: string): Promise<void> {
  const { token } = await answer(api.POST("/api/admin/login", { body: { password } }));
  keepAdminToken(token);
}

/** Forgets the login on this browser. */
export function endAdmin(): void {
  keepAdminToken(null);
}

/** Ends a login that the server no longer accepts, and says so: it was nobody's wish. */
function expire(token: string): void {
  if (adminToken() !== token) return;
  endAdmin();
  toast({ text: "Your admin session has ended. Please log in again.", tone: "info" });
}

/** Starts what keeps the login true while the panel is loaded. Returns the way out. */
export function startAdmin(): () => void {
  // Another window may have logged in or out before this one listened.
  followOtherWindow({ key: null });
  hear(adminToken());
  const stop = useAdminSession.subscribe(({ token }, previous) => {
    if (token === previous.token) return;
    // What one login was shown must not be found by the next one.
    queryClient.removeQueries({ queryKey: ["admin"] });
    hear(token);
  });
  window.addEventListener("storage", followOtherWindow);
  return () => {
    stop();
    window.removeEventListener("storage", followOtherWindow);
    // Beside the panel nobody would notice that the token has run out.
    hear(null);
  };
}

function followOtherWindow({ key }: Pick<StorageEvent, "key">): void {
  // A null key means that the whole storage was cleared.
  if (key !== null && !storedAdminKeys.includes(key)) return;
  const token = readStored();
  if (token === adminToken()) return;
  if (token === null) endAdmin();
  else useAdminSession.setState({ token });
}

/** Hears what only admins are told. */
function hear(token: string | null): void {
  connectAdmin(token === null ? null : { token, onRefused: ask });
}

/** The live connection does not say whose token it refused; a call does. */
function ask(): void {
  const params = { query: { limit: 1 } };
  adminApi.GET("/api/admin/approvals", { params }).catch(() => undefined);
}
