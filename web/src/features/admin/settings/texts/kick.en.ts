import { PointsName, pointsName } from "@/ui/format/points";

export const title = "Chat";
export const lead = `Kick: sign-in, commands in the chat, their replies, and ${pointsName} for chatting.`;
export const app = "Your app on Kick";
export const appLead =
  "Create an app in Kick's developer settings. Without an app ID the chat is off.";
export const clientId = "App ID";
export const clientSecret = "App secret";
export const newClientSecret = "New app secret";
export const clientSecretHint = "It is stored on the server and never shown again.";
export const moved = {
  moveHint: "A change of the sign-in address removes the stored secret: enter it again with it.",
  goes: "The stored secret belongs to the earlier sign-in address and is removed when you save. Replace it to enter the one of the new address.",
};
export const advanced = "Advanced";
export const idUrl = "Address of the sign-in";
export const apiUrl = "Address of the calls";
export const addressHint = "Change it only if Kick does.";
export const signIn = "Sign in with Kick";
export const signInHint =
  "Visitors sign up with it, and members who linked their account log in with it. While it is off, members without a password need a passkey or a link for a new password.";
export const test = "Test";
export const testLead = "Asks Kick with the saved app ID and secret.";

export const commandsTitle = "Commands";
export const commandsLead = "What people write in your chat. Leave a word empty to switch it off.";
export const commands = "Commands are on";
export const words = {
  verify: "Link an account",
  unlink: "Remove the link",
  points: `Show my ${pointsName}`,
  active_rewards: "Show active rewards",
};
export const wordHint = {
  verify: "Followed by the member's code.",
  unlink: "Also withdraws a request.",
  points: "Replies with the balance.",
  active_rewards: "Replies with the calendar and open giveaways.",
};
export const wordWrong = "Enter one word without spaces.";
export const cooldown = "Pause between uses";
export const cooldownHint = "For each person and command.";
export const seconds = "seconds";
export const verifyMinutes = "Time to confirm a link";
export const verifyMinutesHint = "On the site, after it was requested in the chat.";
export const minutes = "minutes";

export const chatting = `${PointsName} for chatting`;
export const chattingLead = "For members with a linked account, while the stream is live.";
export const chattingPoints = PointsName;
export const chattingPointsHint = "0 means none.";
export const chattingWindow = "Once every";
export const chattingMax = "At most per day";
export const chattingMaxHint = "For each member.";
export const aboveMax = "The amount per message must not be above the most per day.";

export const replies = "Replies";
export const repliesLead =
  "What the chat answers, one line of at most 400 characters. Words in braces are filled in: press one to insert it.";
export const wordsOf = (reply: string) => `Words to insert: ${reply}`;
export const insert = (placeholder: string) => `Insert ${placeholder}`;
export const noPlaceholders = "Nothing is filled in here.";
export const backToSaved = "Back to what is saved";
export const backToDefault = "Back to the default";
export const onLinking = "Linking an account";
export const onRewards = `${PointsName} and rewards`;
export const replyNames = {
  how_to_link: "To a person without a linked account",
  unknown_code: "The code is unknown",
  link_requested: "A link was requested",
  link_already_requested: "A link was requested before",
  linked_already: "They are linked to this account already",
  sender_linked_on_site: "They are linked to another account, made on the site",
  sender_linked_in_chat: "They are linked to another account, made in the chat",
  account_linked_elsewhere: "The account is linked to another person",
  not_linked: "There is no link to remove",
  request_withdrawn: "The request was withdrawn",
  linked_on_site: "The link was made on the site",
  unlinked: "The link was removed",
  asked_too_often: "Too many requests",
  not_possible_now: "Not possible at the moment",
  balance: "The balance",
  claim_open: "Today's claim is open",
  claim_done: "Today's claim is done",
  giveaways_open: "Giveaways are open",
  giveaways_none: "No giveaway is open",
};
export const fillings: Readonly<Record<string, string>> = {
  page: "Address of the page",
  name: "Name of the account",
  minutes: "Minutes to confirm",
  unlink: "Word of the command that removes the link",
  amount: "The number",
  points: `The name, such as "${pointsName}"`,
  titles: "Titles of the giveaways",
};
