import { pointsName } from "@/ui/format/points";
export const title = "Kick Account";
export const lead = "Your name in the chat, so that chat commands work for you.";
export const linked = "Linked";
export const requested = "Requested in the chat";
export const yourLink = "Your link";

export const visitLinked = "Your Kick account is linked.";
export const visitRefused = "You declined on Kick, so nothing has changed.";
export const visitProved = "Kick has confirmed that it's you. Go on within 10 minutes.";
export const visitOtherAccount =
  "You logged in to Kick with another account than the one linked here. Log out of Kick and try again.";
export const visitTaken = "This Kick account is linked to another member already.";
export const visitFailed = "The visit to Kick did not work. Please try again.";

export const linkWithKick = "Link with Kick";
export const proveWithKick = "Confirm with Kick";
export const openingKick = "Opening Kick…";
export const linkHint = (signIn: boolean) =>
  signIn
    ? "You'll log in to Kick to confirm it's you. After that you can sign in here with Kick."
    : "You'll log in to Kick to confirm it's you.";
export const orWrite = "Or write this in the chat";
export const orWriteHint =
  "This site then asks you to confirm that it was you. Nothing is linked until you do.";
export const command = "chat command";
export const commandCopied = "Chat command copied to clipboard!";
export const commandNotCopied = "Could not copy it. Select the text and copy it by hand.";

export const linkedWithKick = (day: string) => `Linked with Kick on ${day}`;
export const linkedInChat = (day: string) => `Linked through the chat on ${day}`;
export const canSignIn = "You can sign in here with Kick.";
export const noProof = (signIn: boolean) =>
  signIn
    ? `A link made in the chat does not prove that the account is yours. Link it with Kick to get ${pointsName} that are imported for it and sign in here with it.`
    : `A link made in the chat does not prove that the account is yours. Link it with Kick to get ${pointsName} that are imported for it.`;
export const signInOff =
  "Signing in with Kick was turned off when all your sessions ended. Link it again to turn it back on.";

export const pointsCommand = "shows your balance in the chat";
export const rewardsCommand = "shows your active rewards";
export const unlinkCommand = "ends this link";
export const commandsOff = "Chat commands are not available right now.";

export const unlink = "Unlink";
export const unlinkNamed = (username: string) => `Unlink ${username}?`;
export const keep = "Keep it";
export const unlinked = (username: string) => `${username} is no longer linked.`;

/** What is lost without the link, and whether it can be made again. */
export function unlinkText(hasCommands: boolean, signsIn: boolean, canRelink: boolean): string {
  const again = canRelink
    ? "You can link it again at any time."
    : "It cannot be linked again right now.";
  return `${unlinkLoss(hasCommands, signsIn)} ${again}`;
}

function unlinkLoss(hasCommands: boolean, signsIn: boolean): string {
  if (hasCommands)
    return signsIn
      ? "Chat commands stop working for you, and you can no longer sign in with Kick."
      : "Chat commands stop working for you.";
  return signsIn
    ? "Your name in the chat is removed from your account, and you can no longer sign in with Kick."
    : "Your name in the chat is removed from your account.";
}
