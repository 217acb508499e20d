export const yourAccount = "Your account";
export const emailAccountAlreadyVerified = (error: string | number) =>
  `${error}. The email of your account is already verified.`;
export const verificationFailed = "Verification failed";
export const requestNewLink = "Request New Link";
export const home = "Home";
export const verifyingEmail = "Verifying your email";
export const takesMoment = "This takes a moment.";
export const emailVerified = "Email verified";
export const invalidVerificationLink = "Invalid verification link";
export const sign = "Sign In";
export const linkIncompleteOpenFrom =
  "The link is incomplete. Open it from the email again, or copy all of it.";
export const networkErrorOccurredWhile = "Network error occurred while verifying email";
export const failedVerifyEmail = "Failed to verify email";
