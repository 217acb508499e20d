import { definePage, textParameters } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

export const accountPage = definePage({
  path: "/account",
  title: texts.account,
  access: "member",
  // The result of linking an account of Kick.
  validateSearch: (search): { kick?: string } => textParameters(search, "kick"),
  Page: lazyPage(() => import("./AccountPage"), "AccountPage"),
  toProps: ({ search }) => ({ kick: search.kick }),
});

export const verifyEmailPage = definePage({
  path: "/verify-email",
  title: texts.verifyEmail,
  // The link of the email carries the token.
  validateSearch: (search): { token?: string } => textParameters(search, "token"),
  Page: lazyPage(() => import("./VerifyEmailPage"), "VerifyEmailPage"),
  toProps: ({ search }) => ({ token: search.token || null }),
});
