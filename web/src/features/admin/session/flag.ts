/**
 * What a reload draws: the panel or the password gate (docs/decisions.md, A3). It opens nothing;
 * the server asks for the token with every call. Kept apart so that the guards need no more than
 * this.
 */
export const FLAG_KEY = "adminAuthenticated";

/** Whether the panel is drawn. */
export function isAdminFlagSet(): boolean {
  try {
    return localStorage.getItem(FLAG_KEY) === "true";
  } catch {
    return false;
  }
}
