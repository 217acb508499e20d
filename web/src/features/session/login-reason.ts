/** What a guest wanted to do, by the page that sent them to the login. */
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

/** Why somebody is asked to log in; null when nothing sent them. */
export function loginReason(redirect: string | undefined): string | null {
  if (redirect === undefined) return null;
  const [, reason] = reasons.find(([path]) => redirect.startsWith(path)) ?? [null, null];
  return `Log in or create an account ${reason ?? "to open this page"}. You'll be taken back there.`;
}
