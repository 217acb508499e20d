import { definePage, textParameters } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

export const loginPage = definePage({
  path: "/login",
  title: texts.login,
  access: "guest",
  // `kick` is the result of a login with Kick.
  validateSearch: (search): { redirect?: string; kick?: string } =>
    textParameters(search, "redirect", "kick"),
  Page: lazyPage(() => import("./LoginPage"), "LoginPage"),
  toProps: ({ search }) => ({ redirect: search.redirect, kick: search.kick }),
});

export const signupPage = definePage({
  path: "/signup",
  title: texts.signup,
  access: "guest",
  // `kick` is the ticket of somebody who came from Kick and has no account.
  validateSearch: (search): { redirect?: string; kick?: string } =>
    textParameters(search, "redirect", "kick"),
  Page: lazyPage(() => import("./SignupPage"), "SignupPage"),
  toProps: ({ search }) => ({ redirect: search.redirect, kick: search.kick }),
});

export const forgotPasswordPage = definePage({
  path: "/forgot-password",
  title: texts.forgotPassword,
  Page: lazyPage(() => import("./ForgotPasswordPage"), "ForgotPasswordPage"),
});

export const resetPasswordPage = definePage({
  path: "/reset-password",
  title: texts.resetPassword,
  // The link of the email carries the token; `not-me` marks the link "This wasn't me".
  validateSearch: (search): { token?: string; "not-me"?: string } =>
    textParameters(search, "token", "not-me"),
  Page: lazyPage(() => import("./ResetPasswordPage"), "ResetPasswordPage"),
  toProps: ({ search }) => ({
    token: search.token || null,
    notMe: search["not-me"] !== undefined,
  }),
});
