import { safeRedirect } from "./redirect";
import * as texts from "./texts/en";

/** What a guest wants to do, by the page that redirected them to the login. */
const reasons: readonly (readonly [string, texts.LoginReason])[] = [
  ["/games/", "play"],
  ["/slots/", "play"],
  ["/giveaways", "giveaways"],
  ["/points-shop", "shop"],
  ["/rewards/daily-calendar", "calendar"],
  ["/fairness", "fairness"],
  ["/account", "account"],
  ["/history", "history"],
  ["/statement", "statement"],
];

/** Why a page requires a login; null when the member is not taken back to one. */
export function loginReason(redirect: string | undefined): string | null {
  if (redirect === undefined || safeRedirect(redirect) === "/") return null;
  const [, reason] = reasons.find(([path]) => redirect.startsWith(path)) ?? [null, "page" as const];
  return texts.loginReasons[reason];
}
