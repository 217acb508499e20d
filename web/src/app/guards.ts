import { redirect } from "@tanstack/react-router";
import { adminFlag } from "@/features/admin/session/flag";
import { safeRedirect } from "@/features/session/redirect";
import { session } from "@/features/session/store";
import { knownSite } from "@/features/site/known";
import { isOn } from "@/features/site/modules";

/** Sends guests to /login, which brings them back. A page that is off is not found, by anybody. */
function requireMember({ location }: { location: { href: string; pathname: string } }): void {
  if (session().status === "guest" && isOn(knownSite(), location.pathname))
    throw redirect({ to: "/login", search: { redirect: location.href } });
}

/** Sends members away from login and signup, to where they wanted to go. */
function requireGuest({ search }: { search: { redirect?: string | undefined } }): void {
  if (session().status === "member")
    throw redirect({ href: safeRedirect(search.redirect), replace: true });
}

/** Sends everybody without the flag to the password gate, which opens the page after the login. */
function requireAdmin({ location }: { location: { href: string } }): void {
  if (adminFlag.read() === null)
    throw redirect({ to: "/admin", state: { askedFor: location.href }, replace: true });
}

/** What runs before a page, by who may open it. */
export const guards = {
  everybody: () => undefined,
  guest: requireGuest,
  member: requireMember,
  admin: requireAdmin,
};
