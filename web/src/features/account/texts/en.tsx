import type { ReactNode } from "react";
import { formatPointCount, PointsName, pointsName } from "@/ui/format/points";

export const loadingForm = "Loading the form";
export const cancel = "Cancel";
export const tryAgainIn = (time: string) => `Try again in ${time}`;

export const eyebrow = "Your account";
export const memberSince = (month: string) => `Member since ${month}`;
export const changePicture = "Change Picture";
export const active = "Active";
export const inactive = "Inactive";

export const profile = "Profile Information";
export const profileSaved = "Profile updated successfully!";
export const profileFailed = "Failed to update profile. Please try again.";
export const balance = `${PointsName} balance`;
export const statement = "Statement";
export const accountId = "Account ID";
export const accountIdToCopy = "account ID";
export const accountIdCopied = "Account ID copied to clipboard!";
export const accountIdNotCopied = "Could not copy it. Select the text and copy it by hand.";
export const welcome = (amount: number) =>
  `+${formatPointCount(amount)} when you confirm your email.`;
export const verifyCommand = (command: string) => `'${command}'`;
export const accountIdHint = (command: ReactNode) => (
  <>Use {command} in the Kick chat to link your account there.</>
);
export const noCommands = "Chat commands are not set up on this site.";

export const username = "Username";
export const usernameHint = "3 to 24 letters, numbers or underscores.";
export const usernameShort = "Username must be at least 3 characters";
export const saveChanges = "Save Changes";
export const saving = "Saving…";

export const email = "Email";
export const verified = "Verified";
export const unverified = "Unverified";
export const verifiedEmailHint = "Free giveaways need a verified email.";
export const noMail = "Mail is not set up on this site; ask the streamer.";
export const sendVerification = "Send Verification Email";
export const sendAgainIn = (time: string) => `Send again in ${time}`;
export const requestLink = "Request a Link";
export const requestAgainIn = (time: string) => `Request again in ${time}`;
export const changeEmail = "Change email";
export const newEmail = "New email";

export const yourPassword = "Your password";
export const passwordRequired = "Password is required";
export const changePassword = "Change Password";
export const changePasswordLead = "You'll be logged out everywhere else.";
export const setPassword = "Set a Password";
export const setPasswordLead =
  "You log in with Kick. A password lets you in without it. You'll be logged out everywhere else.";
export const passwordSet = "Your password is set.";
export const currentPassword = "Current password";
export const currentPasswordRequired = "Current password is required";
export const newPassword = "New password";
export const newPasswordRequired = "New password is required";
export const confirmPassword = "Confirm new password";
export const confirmPasswordRequired = "Please confirm your new password";
export const passwordChanged = "Password changed successfully!";
export const passwordFailed = "Failed to change password. Please try again.";

export const pictureTitle = "Change profile picture";
export const pictureHint = "PNG, JPEG, WebP or GIF, less than 5MB. It is shown in a circle.";
export const pictureField = "Profile picture";
export const picturePreview = "Preview";
export const dropPicture = "Drop an image here";
export const selectPicture = "Select a file";
export const orSelectPicture = (select: (text: string) => ReactNode) => (
  <>or {select("select a file")}</>
);
export const pictureChosen = "Looks good?";
export const savePicture = "Save picture";
export const uploadingPicture = "Uploading…";
export const removePicture = "Remove picture";
export const pictureSaved = "Profile picture updated successfully!";
export const pictureRemoved = "Profile picture removed.";
export const pictureFailed = "Failed to upload profile picture. Please try again.";
export const notAnImage = "Please select an image file";
export const pictureTooLarge = "File size must be less than 5MB";

export const chat = "Kick Account";

export const casino = "Casino Account";
export const theCasino = "the casino";
export const casinoLead = (name: string) =>
  `Your username at ${name}, so that what you play there counts here.`;
export const casinoLinked = "Linked";
export const casinoPending = "Pending Approval";
export const casinoRejected = (name: ReactNode, reason: string | null) =>
  reason === null ? (
    <>{name} was not approved.</>
  ) : (
    <>
      {name} was not approved: {reason}
    </>
  );
export const requestChange = "Request a change";
export const casinoUsername = "Casino username";
export const newCasinoUsername = "New casino username";
export const casinoPendingHint = "The streamer will review it soon.";
export const casinoKeptHint = (name: string) =>
  `${name} stays linked until the streamer approves the new one.`;
export const casinoNameHint = (name: string) =>
  `Exactly as it is spelled at ${name}. The streamer will review it.`;
export const submitForApproval = "Submit for approval";
export const submitting = "Submitting…";
export const casinoSubmitted = "Rainbet username submitted for admin approval!";
export const casinoFailed = "Failed to submit gaming account. Please try again.";

export const limits = "Play Limits";
export const limitsLead =
  "Set your own limits. Stricter limits apply right away, looser ones after 24 hours.";
export const yourLimits = "Your limits";
export const loadingLimits = "Loading your limits";
export const setLimits = "Set limits";
export const dailyStake = "Staked in a day";
export const dailyLoss = "Lost in a day";
export const timeOut = "Time-out";
export const noTimeOut = "None";
export const timeOutUntil = (moment: string) => `until ${moment}`;
export const noLimit = "No limit";
export const limitUsed = (used: string, limit: string) => `${used} of ${limit} today`;
export const limitFrom = (limit: number | null, moment: string) =>
  limit === null ? `No limit from ${moment}` : `${formatPointCount(limit)} from ${moment}`;

export const actions = "Account Actions";
export const download = "Download My Data";
export const downloadHint =
  "Everything the site stores about you, and what it keeps after you leave, as one JSON file.";
export const downloaded = "Your data is saved as a file.";
export const downloadFailed = "Failed to download data. Please try again.";
export const signOut = "Sign out everywhere";
export const signOutHint = "Logs you out on all your other devices. This browser stays logged in.";
export const signedOut = "Signed out everywhere but here.";
export const deleteAccount = "Delete Account";
export const deleteHint = "Deletes your account. This cannot be undone.";

export const deleteTitle = "Delete your account?";
export const deleteText = `You lose your ${pointsName}, your giveaway tickets and your purchases. It cannot be undone.`;
export const lostBalance = (points: ReactNode) => <>Your balance of {points}.</>;
export const lostTickets = "Your giveaway tickets. They are forfeited and not refunded.";
export const lostPurchases = "Your purchases, including those not delivered yet.";
export const lostLinks = "Your streak, your history, and the links to your other accounts.";
export const keptData = `Your name, email and picture are removed from the site right away. Backups keep them until they expire, by default after 30 days. The changes to your ${pointsName} are kept without your name.`;
export const deleteKept =
  "Play limits still apply if you sign up again, and rewards that are paid once aren't paid again. For that we keep an encoded form of your email and Kick account for up to 24 months.";
export const keepAccount = "Keep my account";
export const deleteMine = "Delete my account";
export const deleted = "Your account has been deleted.";
export const deleteFailed = "Failed to delete account. Please try again.";
