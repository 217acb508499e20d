import { safeRedirect } from "./redirect";

/** What a guest wants to do, by the page that redirected them to the login. */
const reasons: readonly (readonly [string, string])[] = [
  ["/games/", "to play"],
  ["/slots/", "to play"],
  ["/giveaways", "to enter giveaways"],
  ["/points-shop", "to buy from the points shop"],
  ["/rewards/daily-calendar", "to claim your daily points"],
  ["/fairness", "to check your own rounds"],
  ["/account", "to open your account"],
  ["/history", "to see your history"],
  ["/statement", "to see your statement"],
];

/** Why a page requires a login; null when the member is not taken back to one. */
export function loginReason(redirect: string | undefined): string | null {
  if (redirect === undefined || safeRedirect(redirect) === "/") return null;
  const [, reason] = reasons.find(([path]) => redirect.startsWith(path)) ?? [null, null];
  return `Log in or create an account ${reason ?? "to open this page"}. You'll be taken back there.`;
}
