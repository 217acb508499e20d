export const yourAccount = "Your account";
export const lead = (role: string) => `Your role is ${role}. Only you can change what is here.`;
export const theAccount = "Your account";
export const loading = "Loading your account";

export const name = "Name";
export const nameHint = "Shown in the panel and in its audit. You log in with it.";
export const saveName = "Save name";
export const nameSaved = "Your name is saved";

export const password = "Password";
export const passwordLead =
  "A new password ends all your other sessions. This browser stays logged in.";
export const currentPassword = "Current password";
export const newPassword = "New password";
export const newPasswordHint = "12 to 128 characters.";
export const changePassword = "Change password";
export const passwordChanged = "Your password is changed. All other sessions have ended.";
export const tryAgainIn = (time: string) => `Try again in ${time}`;

export const sessions = "Sessions";
export const sessionsLead =
  "Every browser in which you are logged in to the panel. End those that you don't recognize.";
export const thisBrowser = "This browser";
export const otherBrowser = "Another browser";
export const loggedIn = (at: string) => `Logged in ${at}`;
export const lastUsed = (at: string) => `Last used ${at}`;
export const endSession = "End session";
export const endSessionOf = (at: string) => `End session: logged in ${at}`;
export const endTitle = "End this session?";
export const endText = (at: string) =>
  `The browser that logged in ${at} has to log in again. What isn't saved there may be lost.`;
export const sessionEnded = "The session has ended";
