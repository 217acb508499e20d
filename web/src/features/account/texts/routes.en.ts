export const account = "Account";
export const verifyEmail = "Verify email";
