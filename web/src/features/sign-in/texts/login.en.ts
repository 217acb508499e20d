export const loginCode = "Code from your authenticator app, or a recovery code";
export const loginWithPasskey = "Log in with a passkey";
export const passkeyCancelled = "No passkey was used";
