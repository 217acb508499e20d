export const yourAccount = "Your account";
export const lead = (role: string) =>
  `Your role is ${role}. Your name, password and login are yours alone to change.`;
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

export const ownAccount = "Your member account";
export const ownAccountLead =
  "Do you also have an account as a member? People on the team don't decide on their own account, so tell us which one is yours. You answer once; later only the owner can change it.";
export const ownUsername = "Your username on the site";
export const ownUsernameHint = "As members see it on the site.";
export const noAccount = "I have none";
export const saveAccount = "This is mine";
export const accountSaved = "Your answer is saved";
export const accountIs = (username: string | null) =>
  username === null
    ? "You have no account as a member. The owner can change this under People."
    : `Your member account is ${username}. On a team, someone else decides on it. The owner can change this under People.`;
