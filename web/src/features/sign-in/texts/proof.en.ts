export const proofTitle = "Confirm that it's you";
export const password = "Password";
export const proofCode = "Code from your authenticator app, or a recovery code";
export const confirm = "Confirm";
export const tryAgainIn = (time: string) => `Try again in ${time}`;
export const withCode = "Use a code instead";
export const withPassword = "Use the password instead";
export const withPasskey = "Use a passkey";
export const cancel = "Cancel";
export const kickProof =
  "You'll visit Kick and come back to this page. Then begin again here, within 10 minutes.";
export const noProof =
  "There is nothing to confirm it with right now. Log out, ask for a new password with “Forgot password?”, and log in with it.";
