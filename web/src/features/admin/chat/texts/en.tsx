import type { ReactNode } from "react";
import { PointsName, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const addresses = "Addresses";
export const addressesHint = "You'll find them in your app's settings at Kick.";
export const noSiteAddress = (settings: ReactNode) => (
  <>The site's address isn't set. Enter it under {settings}.</>
);
export const addressSettings = "Settings, Address and region";
export const kickCallsOnlyAddresses = "Kick only calls public addresses that use https.";

export const chat = "Chat";
export const kickChatWhatSite =
  "The Kick chat: what the site receives from it, and what it replies.";
export const theState = "The status of the chat";
export const kickDisconnected = "Kick is disconnected";
export const loadingState = "Loading the status of the chat";

export const notConnected = "Not connected";
export const kickAsksWhetherSite =
  "Kick asks you to allow this site the following for your channel. Log in there with the channel's account.";
export const itMay = (text: ReactNode, name: ReactNode) => (
  <>
    It may {text} {name}
  </>
);
export const connectKick = "Connect with Kick";
export const openingKick = "Opening Kick…";
export const connectedChannel = "Connected channel";
export const idSince = (userId: ReactNode, sinceText: ReactNode) => (
  <>
    ID {userId}, since {sinceText}
  </>
);
export const disconnect = "Disconnect";
export const whatSiteMayDo = "What the site may do";
export const kickDoesNotLet = (error: string | number) =>
  `Kick no longer accepts the site's access: ${error}`;
export const kickHasNotAllowed =
  "Kick hasn't granted everything the site needs. Connect again and allow all of it.";
export const connectAgain = "Connect again";
export const disconnectText = (username: string | number) => `Disconnect ${username}?`;
export const disconnectEffect =
  "The site receives no chat messages and answers no commands until you connect a channel again. Linked accounts stay linked.";
export const itMayText = "It may";
export const mayNot = "It may not";
export const notKnownWhetherLive = "Not known whether live";
export const notLive = "Not live";
export const live = "Live";
export const kickSaidSoMore = `. Kick last said so more than a day ago, so chatting earns no ${pointsName}.`;
export const since = (ago: ReactNode, part: ReactNode) => (
  <>
    since {ago}
    {part}
  </>
);

export const notSetUpYet = "Not set up yet";
export const siteNeedsAppOwn =
  "The site needs its own app at Kick. Setting it up is free and takes a few minutes.";
export const makeAppKick = "Create an app at Kick";
export const newWindow = "(new window)";
export const open = "Open it";
export const settingsKickAccountUnder = "In the settings of your Kick account, under Developer. ";
export const giveTheseAddressesSwitch = "Give it these addresses, and switch webhooks on";
export const enterIdSecret = "Enter its ID and secret";
export const enterUnder = (settings: ReactNode) => (
  <>Under {settings}. The site never shows the secret again.</>
);
export const chatSettings = "Settings, Chat";
export const kickIsOff = (reason: string, settings: ReactNode) => (
  <>
    Kick is off. {reason}. Enter it under {settings}.
  </>
);
export const connectChannel = "Connect your channel";
export const connectChannelHere = "The button for it appears on this page then.";

export const kickWasAskedJust = "Kick was checked just now";
export const subscriptions = "Subscriptions";
export const subscriptionsHint =
  "Events that Kick sends to the site. Missing subscriptions are requested again every few minutes.";
export const checkNow = "Check now";
export const subscriptionsCaption = "Events that Kick sends, with their state";
export const kickHasNotBeen = "Not checked yet.";
export const event = "Event";
export const state = "State";
export const checked = "Checked";
export const kickSays = (error: string | number) => `Kick says: ${error}`;
export const active = "Active";
export const missing = "Missing";
export const failed = "Failed";

export const events = "Events";
export const eventsHint = "Events received since the server started.";
export const lastOne = "Last one";
export const accepted = "Accepted";
export const refusedSignature = "Refused: signature";
export const refusedTooOld = "Refused: too old";
export const refusedAnotherChannel = "Refused: another channel";
export const refusedUnreadable = "Refused: unreadable";
export const duplicates = "Duplicates";
export const replies = "Replies";
export const repliesHint = "Replies sent in the chat.";
export const lastError = (lastErrorText: string | number) => `Last error: ${lastErrorText}`;
export const bot = "As the bot";
export const as = "As you";
export const notSent = "Not sent";
export const onceConnected = "Once connected";
export const commands = "Commands";
export const commandsHint = "Changed under Settings, Chat.";
export const off = "Off";
export const cooldown = "Cooldown";
export const confirmLink = "To confirm a link";
export const signKick = "Sign in with Kick";
export const on = "On";
export const pointsChatting = `${PointsName} for chatting`;
export const mostOnceEvery = "At most once every";
export const dailyMaximum = "Daily maximum";
export const asksMemberLinkChat = "asks a member to link the chat name";
export const removesLinkWasMade = "removes a link that was made in the chat";
export const saysBalance = "replies with the balance";
export const saysWhatCanClaimed = "replies with open claims and giveaways";

export const messagesChat = "Messages of the chat";
export const streamBeginsEnds = "The stream begins and ends";
export const kickConnected = "Kick is connected";
export const wasAnotherKickAccount =
  "That's a different Kick account from the connected one. Disconnect first to change the channel.";
export const kickCouldNotConnected = "Kick could not be connected. Please try again.";
export const atOnce = "At once";
export const minuteCount = (count: number) => formatCount(count, "minute");
export const secondCount = (count: number) => formatCount(count, "second");

export const redirectUrl = "Redirect URL";
export const webhookUrl = "Webhook URL";

export const answered = "Answered";

export const seeWhichAccountItIs = "see which account it is";
export const seeTheChannelAndWhether = "see the channel, and whether it is live";
export const answerCommandsInTheChat = "answer commands in the chat";
export const receiveWhatIsWrittenIn = "receive what is written in the chat";
