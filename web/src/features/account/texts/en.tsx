import type { ReactNode } from "react";

export const yourAccount = "Your account";
export const memberSince = (createdAt: string | number) => `Member since ${createdAt}`;
export const changePicture = "Change Picture";
export const active = "Active";
export const inactive = "Inactive";
export const accountInactiveCanLook =
  "Your account is inactive. You can look around, but points do not move.";
export const accountActions = "Account Actions";
export const dataSavedFile = "Your data is saved as a file.";
export const failedDownloadDataPlease = "Failed to download data. Please try again.";
export const everythingSiteHoldsOne = "All your data on this site, as one JSON file.";
export const downloadMyData = "Download My Data";
export const signedOutEverywhereBut = "Signed out everywhere but here.";
export const endsEveryOtherLogin = "Logs you out on every other device. You stay logged in here.";
export const signOutEverywhere = "Sign out everywhere";
export const takesAccountOffSite = "Deletes your account. This can't be undone.";
export const deleteAccount = "Delete Account";
export const casinoAccount = "Casino Account";
export const nameSoPlayThere = (casino: string | number) =>
  `Your name at ${casino}, so that your play there counts for you here.`;
export const askChange = "Ask for a change";
export const wasNotApproved = (name: ReactNode, reason: string | null) => (
  <>
    {name} was not approved{reason === null ? "." : `: ${reason}`}
  </>
);
export const pendingApproval = "Pending Approval";
export const linked = "Linked";
export const casinoUsername = "Casino username";
export const newCasinoUsername = "New casino username";
export const streamerLooksSoon = "The streamer will review it soon.";
export const standsUntilStreamerApproves = (linkedText: string | number) =>
  `${linkedText} stays until the streamer approves the new one.`;
export const rainbetUsernameSubmittedAdmin = "Rainbet username submitted for admin approval!";
export const failedSubmitGamingAccount = "Failed to submit gaming account. Please try again.";
export const writtenStreamerApproves = (casino: string | number) =>
  `As it is written at ${casino}. The streamer approves it.`;
export const cancel = "Cancel";
export const submitting = "Submitting…";
export const submitApproval = "Submit for approval";
export const kickAccount = "Kick Account";
export const nameChatSoChat = "Your name in the chat, so that chat commands work for you.";
export const askedChat = "Asked in the chat";
export const linkCouldNotRead = (message: string | number) =>
  `Your link could not be read: ${message}`;
export const retry = "Retry";
export const isLinked = (usernameText: string | number) => `${usernameText} is linked.`;
export const wasRefused = (usernameText: string | number) => `${usernameText} was refused.`;
export const chatSays = (usernameText: ReactNode) => (
  <>{usernameText} in the chat says this is you.</>
);
export const asked = (askedAt: string | number, expiresAt: string | number) =>
  `Asked ${askedAt}. ${expiresAt}`;
export const confirm = (usernameText: string | number) => `Confirm ${usernameText}`;
export const confirmText = "Confirm";
export const refuse = (usernameText: string | number) => `Refuse ${usernameText}`;
export const refuseText = "Refuse";
export const kickAccountLinked = (usernameText: string | number) =>
  `Your Kick account ${usernameText} is linked.`;
export const refusedNotLinked = (usernameText: string | number) =>
  `Refused. ${usernameText} is not linked to you.`;
export const chat = "Is this you in the chat?";
export const chatSaysLink = (usernameText: string | number) =>
  `${usernameText} in the chat says this is you. Link it?`;
export const close = "Close";
export const notMe = "Not me";
export const confirmOnlyIfWrote = (usernameText: string | number, expiresAt: string | number) =>
  `Confirm only if you wrote it yourself: from then on, ${usernameText} counts as you in the chat. ${expiresAt}`;
export const accountHasBeenDeleted = "Your account has been deleted.";
export const failedDeleteAccountPlease = "Failed to delete account. Please try again.";
export const passwordRequired = "Password is required";
export const deleteAccountText = "Delete your account?";
export const losePointsGiveawayTickets =
  "You lose your points, your giveaway tickets and your purchases. It cannot be undone.";
export const yourPassword = "Your password";
export const keepMyAccount = "Keep my account";
export const tryAgain = (wait: string | number) => `Try again in ${wait}`;
export const deleteMyAccount = "Delete my account";
export const balance = (pointsText2: ReactNode) => <>Your balance of {pointsText2}.</>;
export const giveawayTicketsTheyForfeited =
  "Your giveaway tickets. They are forfeited and not paid back.";
export const purchasesAlsoThoseStill = "Your purchases, also those that are still to be delivered.";
export const streakHistoryLinksOther =
  "Your streak, your history, and the links to your other accounts.";
export const nameEmailPictureLeave =
  "Your name, email and picture leave the site at once. Backups still hold them until they age out, by default after 30 days. Movements of points stay, under no name.";
export const failedUpdateProfilePlease = "Failed to update profile. Please try again.";
export const newEmail = "New email";
export const tryAgainText = (secondsLeft: string | number) => `Try again in ${secondsLeft}`;
export const changeEmail = "Change email";
export const email = "Email";
export const profileUpdatedSuccessfully = "Profile updated successfully!";
export const verified = "Verified";
export const unverified = "Unverified";
export const verificationEmailSentCheck = "Verification email sent! Check your inbox.";
export const linkReadyAskStreamer = "Your link is ready; ask the streamer for it.";
export const failedSendVerificationEmail = "Failed to send verification email. Please try again.";
export const linkCouldNotMade = "Your link could not be made. Please try again.";
export const freeGiveawaysNeedVerified = "Free giveaways need a verified email.";
export const mailNotSetUp = "Mail is not set up on this site; ask the streamer.";
export const sendAgainIn = (time: string) => `Send again in ${time}`;
export const requestAgainIn = (time: string) => `Request again in ${time}`;
export const sendVerificationEmail = "Send Verification Email";
export const requestLink = "Request a Link";
export const playLimits = "Play Limits";
export const setOwnBoundsStricter =
  "Set your own limits. Lower limits apply right away, higher ones after 24 hours.";
export const limitsCouldNotLoaded = "Your limits could not be loaded.";
export const loadingLimits = "Loading your limits";
export const setLimits = "Set limits";
export const stakedDay = "Staked in a day";
export const lostDay = "Lost in a day";
export const timeOut = "Time-out";
export const none = "None";
export const until = (timeOutUntil: string | number) => `until ${timeOutUntil}`;
export const noLimit = "No limit";
export const ofToday = (usedToday: string | number, limit: string | number) =>
  `${usedToday} of ${limit} today`;
export const points = (limit: string | number) => `${limit} points`;
export const limitFrom = (limit: string, moment: string) => `${limit} from ${moment}`;
export const fromThenCanSign = " From then on you can sign in here with Kick.";
export const kickAsksWhetherAll = (part: ReactNode) => (
  <>You'll sign in with Kick to confirm it's you.{part}</>
);
export const writeChat = "Or write this in the chat";
export const chatCommand = "chat command";
export const chatCommandCopiedClipboard = "Chat command copied to clipboard!";
export const couldNotCopySelect = "Could not copy it. Select the text and copy it by hand.";
export const siteThenAsksWhether =
  "This site then asks you to confirm. Nothing is linked until you do.";
export const openingKick = "Opening Kick…";
export const linkKick = "Link with Kick";
export const linkedKickOn = (day: string) => `Linked with Kick on ${day}`;
export const linkedChatOn = (day: string) => `Linked by the chat on ${day}`;
export const unlink = "Unlink";
export const noLongerLinked = (usernameText: string | number) =>
  `${usernameText} is no longer linked.`;
export const canSignHereKick = "You can sign in here with Kick.";
export const linkMadeChatNot = (gains: string | number) =>
  `A link made in the chat is not proof that the account is yours. Link it with Kick to ${gains}.`;
export const signingKickWasTurned =
  "Signing in with Kick was turned off when all your sessions ended. Link it again to turn it back on.";
export const pointsText = "!points";
export const showsBalanceChat = "shows your balance in the chat";
export const ar = "!ar";
export const showsActiveRewards = "shows your active rewards";
export const unlinkText = "!unlink";
export const endsLink = "ends this link";
export const chatDoesNotAnswer = "The chat does not answer right now.";
export const changePassword = "Change Password";
export const logsOutEverywhereBut = "Logs you out everywhere but here.";
export const passwordChangedSuccessfully = "Password changed successfully!";
export const failedChangePasswordPlease = "Failed to change password. Please try again.";
export const currentPassword = "Current password";
export const newPassword = "New password";
export const confirmNewPassword = "Confirm new password";
export const pleaseSelectImageFile = "Please select an image file";
export const profilePictureRemoved = "Profile picture removed.";
export const profilePictureUpdatedSuccessfully = "Profile picture updated successfully!";
export const failedUploadProfilePicture = "Failed to upload profile picture. Please try again.";
export const changeProfilePicture = "Change profile picture";
export const pngJpegWebpGif = "PNG, JPEG, WebP or GIF, less than 5MB. It is shown as a circle.";
export const removePicture = "Remove picture";
export const uploading = "Uploading…";
export const savePicture = "Save picture";
export const dropImageHere = "Drop an image here";
export const selectFile = "Select a file";
export const looksGood = "Looks good?";
export const selectFileText = "select a file";
export const or = (selectFileText2: ReactNode) => <>or {selectFileText2}</>;
export const preview = "Preview";
export const profilePicture = "Profile picture";
export const fileSizeMustLess = "File size must be less than 5MB";
export const profileInformation = "Profile Information";
export const pointsBalance = "Points balance";
export const statement = "Statement";
export const accountId = "Account ID";
export const accountIdCopiedClipboard = "Account ID copied to clipboard!";
export const verify = (id: string | number) => `'!verify ${id}'`;
export const kickChatLinkHint = (span: ReactNode) => (
  <>Use {span} in the Kick chat to link your account there.</>
);
export const chatCommandsNotSet = "Chat commands are not set up on this site.";
export const loadingForm = "Loading the form";
export const chatCommandsNoLonger = "The chat commands no longer know you";
export const chatNoLongerKnows = "The chat no longer knows you";
export const canLinkAgainAny = "You can link it again at any time.";
export const cannotLinkedAgainRight = "It cannot be linked again right now.";
export const textUnlink = (usernameText: string | number) => `Unlink ${usernameText}?`;
export const keep = "Keep it";
export const username = "Username";
export const n324LettersNumbers = "3 to 24 letters, numbers or underscores.";
export const saving = "Saving…";
export const saveChanges = "Save Changes";
export const kickAccountLinkedText = "Your Kick account is linked.";
export const kickWasToldNo = "You declined at Kick, so nothing has been linked.";
export const kickAccountLinkedAnother = "This Kick account is linked to another member already.";
export const kickAccountCouldNot = "Your Kick account could not be linked. Please try again.";
export const stands = (left: string | number) => `Expires in ${left}.`;
export const hasRunOut = "Expired.";
export const usernameMustLeast3 = "Username must be at least 3 characters";
export const currentPasswordRequired = "Current password is required";
export const newPasswordRequired = "New password is required";
export const pleaseConfirmNewPassword = "Please confirm your new password";
