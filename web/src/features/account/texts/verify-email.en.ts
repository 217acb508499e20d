export const verifying = "Verifying your email";
export const verifyingHint = "This takes a moment.";
export const verified = "Email verified";
export const alreadyVerified = (reason: string) =>
  `${reason}. The email of your account is already verified.`;
export const failed = "Verification failed";
export const invalidLink = "Invalid verification link";
export const invalidLinkHint =
  "The link is incomplete. Open it from the email again, or copy all of it.";
export const logIn = "Log In";
export const requestNewLink = "Request New Link";
export const signIn = "Sign In";
export const home = "Home";
export const account = "Your account";
export const networkError = "Network error occurred while verifying email";
export const unknownError = "Failed to verify email";
