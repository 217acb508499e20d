import type { ReactNode } from "react";
import { formatPointCount, pointsName } from "@/ui/format/points";

export const tooManyAttempts = "Too many attempts.";
export const tryAgainIn = (time: ReactNode) => <>Try again in {time}.</>;
export const backToLogin = "Back to login";
export const email = "Email";
export const password = "Password";

export type LoginReason =
  | "play"
  | "giveaways"
  | "shop"
  | "calendar"
  | "fairness"
  | "account"
  | "history"
  | "statement"
  | "page";

export const loginReasons: Record<LoginReason, string> = {
  play: "Log in or create an account to play. You'll be taken back there.",
  giveaways: "Log in or create an account to enter giveaways. You'll be taken back there.",
  shop: `Log in or create an account to buy from the ${pointsName} shop. You'll be taken back there.`,
  calendar: `Log in or create an account to claim your daily ${pointsName}. You'll be taken back there.`,
  fairness: "Log in or create an account to check your own rounds. You'll be taken back there.",
  account: "Log in or create an account to open your account. You'll be taken back there.",
  history: "Log in or create an account to see your history. You'll be taken back there.",
  statement: "Log in or create an account to see your statement. You'll be taken back there.",
  page: "Log in or create an account to open this page. You'll be taken back there.",
};

export const loginHeading = "Welcome back";
export const loginLead = `Log in to play and keep your ${pointsName}.`;
export const newHere = (link: ReactNode) => <>New here? {link}</>;
export const createAnAccount = "Create an account";
export const emailOrUsername = "Email or username";
export const rememberMe = "Remember me";
export const forgotPasswordLink = "Forgot password?";
export const logIn = "Log in";
export const loggingIn = "Logging in…";
export const loginFailed = "Login failed";

export const or = "or";
export const kickLogin = "Sign in with Kick";
export const kickOpening = "Opening Kick…";
export const kickSigningIn = "Signing you in with Kick…";
export const kickFailed = "Signing in with Kick did not work. Please try again.";
export const kickUnlinked =
  "This Kick account was linked only through the chat. Log in and use “Link with Kick” on your account page; after that you can sign in here.";
export const kickSignup = "Sign up with Kick";
export const tryAgain = "Try again";
export const kickReturning = "Coming back from Kick…";
export const kickOffer = (name: string) =>
  `You'll log in with Kick as ${name}, without a password. Have an account here already? Log in with it and link Kick on your account page.`;
export const kickEnded =
  "Your sessions were ended, so signing in with Kick is off. Log in with your password and link Kick again on your account page. No password? Use “Forgot password?”.";

export const signupHeading = "Create your account";
export const signupLead = "Free, and it takes a minute.";
export const welcome = (amount: number) =>
  `+${formatPointCount(amount)} when you confirm your email.`;
export const alreadyMember = (link: ReactNode) => <>Already a member? {link}</>;
export const username = "Username";
export const usernameHint = "3 to 24 letters, numbers or underscores.";
export const confirmPassword = "Confirm password";
export const emailTaken = "This email is already registered";
export const emailChecking = "Checking the address";
export const emailFree = "This address is available";
export const nameMeOnAir =
  "Show my name on the stream. Otherwise it's masked, except where you enter a giveaway that names its winner.";
export const agreeToTerms = (terms: ReactNode) => <>I agree to the {terms}</>;
export const termsOfService = "Terms of Service";
export const newTab = " (opens in a new tab)";
export const createAccount = "Create account";
export const creatingAccount = "Creating your account…";
export const signupFailed = "Signup failed";

export const forgotHeading = "Forgot your password?";
export const forgotLead = "Enter your account's email address to get a link for a new password.";
export const noMail = "Mail is not set up on this site; ask the streamer.";
export const sendLink = "Send reset link";
export const sendingLink = "Sending…";
export const sentHeading = "Request sent";
export const sentLead = "The link works once and expires after one hour.";
export const linkSent = (address: ReactNode) => (
  <>If {address} belongs to an account, a link is on its way to it. Check your spam folder too.</>
);
export const linkReady = (address: ReactNode) => (
  <>
    If {address} belongs to an account, a link is ready for it. Mail is not set up on this site; ask
    the streamer.
  </>
);
export const anotherAddress = "Use another address";

export const linkIncomplete = "This link is incomplete.";
export const linkDead = "This link does not work";
export const linkDeadLead = "Links work once and expire after one hour.";
export const notMeDeadLead =
  "Links work once and expire after 7 days. Request a new one to take the account over.";
export const requestNewLink = "Request a new link";
export const resetHeading = "Set a new password";
export const resetLead = "You'll be logged out everywhere else.";
export const notMeHeading = "You didn't sign up?";
export const notMeLead =
  "Set a password to take this account over. Everyone else loses access. You can delete the account afterwards.";
export const newPassword = "New password";
export const confirmNewPassword = "Confirm new password";
export const setPassword = "Set new password";
export const settingPassword = "Setting your password…";
