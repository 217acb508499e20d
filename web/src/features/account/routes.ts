import { definePage, textParameters } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";

export const accountPage = definePage({
  path: "/account",
  title: "Account",
  access: "member",
  // The result of linking an account of Kick.
  validateSearch: (search): { kick?: string } => textParameters(search, "kick"),
  Page: lazyPage(() => import("./AccountPage"), "AccountPage"),
  toProps: ({ search }) => ({ kick: search.kick }),
});

export const verifyEmailPage = definePage({
  path: "/verify-email",
  title: "Verify email",
  // The link of the email carries the token.
  validateSearch: (search): { token?: string } => textParameters(search, "token"),
  Page: lazyPage(() => import("./VerifyEmailPage"), "VerifyEmailPage"),
  toProps: ({ search }) => ({ token: search.token || null }),
});
