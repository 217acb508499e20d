export const what = "Your login settings";
export const loading = "Loading your login settings";

export const twoStep = "Two-step login";
export const twoStepLead =
  "With an authenticator app or a passkey, your password alone is not enough to log in.";
export const required =
  "The panel requires a second factor. Set up an authenticator app or a passkey to go on.";

export const app = "Authenticator app";
export const appOff = "An app on your phone shows a new code every 30 seconds.";
export const appOn = (day: string) =>
  `Added ${day}. Each login with your password asks for a code.`;
export const setUpApp = "Set up an app";
export const setUpTitle = "Set up an authenticator app";
export const setUpText = "Scan the code with your app, or type the key into it.";
export const qrCode = "QR code for your authenticator app";
export const noQrCode =
  "The QR code could not be drawn. Type the key into your app instead; it sets up the same codes.";
export const key = "Key";
export const theKey = "the key";
export const code = "Code from the app";
export const codeHint = "Six digits";
export const confirmApp = "Turn on";
export const removeApp = "Remove the app";
export const removeAppTitle = "Remove the authenticator app?";
export const removeAppText = "Logging in with your password no longer asks for its codes.";
export const appAdded = "The authenticator app is set up";
export const appRemoved = "The authenticator app is removed";

export const passkeys = "Passkeys";
export const passkeysLead = "Log in with your fingerprint, face or PIN, without a password.";
export const notSecure = "Passkeys need https, and this page was opened with http.";
export const noAddress =
  "Passkeys need a site address with https and a domain name. The owner sets it in the settings.";
export const unsupported = "This browser can't use passkeys.";
export const addPasskey = "Add a passkey";
export const addPasskeyTitle = "Add a passkey";
export const addPasskeyText =
  "Give it a name that tells you which device or password manager it is on.";
export const passkeyName = "Name";
export const goOn = "Continue";
export const passkeyAdded = "The passkey is added";
export const passkeyRemoved = "The passkey is removed";
export const added = (day: string) => `Added ${day}`;
export const lastUsed = (ago: string) => `Last used ${ago}`;
export const neverUsed = "Not used yet";
export const worksOnlyAt = (host: string) => `Works only at ${host}`;
export const remove = "Remove";
export const removeOf = (name: string) => `Remove ${name}`;
export const removePasskeyTitle = "Remove this passkey?";
export const removePasskeyText = (name: string) =>
  `${name} can no longer log you in here. Delete it on its device, too.`;

export const recoveryCodes = "Recovery codes";
export const codesLeft = (count: number) =>
  count === 1 ? "1 code is left." : `${count} codes are left.`;
export const codesLead = "Each logs you in once when you have lost your app or passkey.";
export const newCodes = "Make new codes";
export const newCodesTitle = "Make new recovery codes?";
export const newCodesText = "The codes that you have now stop working.";
export const keepTitle = "Keep your recovery codes";
export const keepText =
  "They are shown this once. Print them or keep them in a password manager: each logs you in once when you have lost your app or passkey.";
export const theCodes = "the codes";
export const kept = "I have kept them";

export const sessions = "Sessions";
export const sessionsLead =
  "The browsers where you're logged in. End any that you don't recognize.";
export const thisBrowser = "This browser";
export const unknownDevice = "Another browser";
export const loggedIn = (at: string) => `Logged in ${at}`;
export const endSession = "End session";
export const endSessionOf = (device: string, at: string) =>
  `End session: ${device}, logged in ${at}`;
export const endTitle = "End this session?";
export const endText = (at: string) =>
  `The browser that logged in ${at} has to log in again. What isn't saved there may be lost.`;
export const sessionEnded = "The session has ended";

export const cancel = "Cancel";

export const passkeyExists = "This device already has a passkey for this account";
export const passkeyUnsupported = "This device can't create a passkey for this site";
export const passkeyWrongAddress = "Passkeys don't work at this address of the site";
