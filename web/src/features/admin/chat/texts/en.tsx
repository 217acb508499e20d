import type { ReactNode } from "react";
import { formatCount } from "@/ui/format/words";

export const addresses = "Addresses";
export const theyStandSettingsApp = "They stand in the settings of your app at Kick.";
export const url = "url";
export const site = "[site]";
export const siteDoesNotKnow = (urlText: ReactNode, siteText: ReactNode) => (
  <>
    The site does not know its own address. Write it into config.toml as {urlText} of {siteText} and
    start Pointhouse again.
  </>
);
export const kickCallsOnlyAddresses =
  "Kick calls only addresses that it reaches from outside, and by https.";

export const chat = "Chat";
export const kickChatWhatSite = "The Kick chat: what the site hears there, and what it answers.";
export const theState = "The state";
export const kickDisconnected = "Kick is disconnected";
export const loadingState = "Loading the state";

export const notConnected = "Not connected";
export const kickAsksWhetherSite =
  "Kick asks whether this site may do the following for your channel. Log in there as the channel whose chat it is.";
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
  `Kick does not let the site in any more: ${error}`;
export const kickHasNotAllowed =
  "Kick has not allowed everything that the site needs. Connect once more and allow all of it.";
export const connectAgain = "Connect again";
export const disconnectText = (username: string | number) => `Disconnect ${username}?`;
export const siteHearsNothingChat =
  "The site hears nothing of the chat any more and answers no commands until a channel is connected again. The accounts that members have linked stay linked.";
export const itMayText = "It may";
export const mayNot = "It may not";
export const notKnownWhetherLive = "Not known whether live";
export const notLive = "Not live";
export const live = "Live";
export const kickSaidSoMore = ". Kick said so more than a day ago: writing earns nothing any more.";
export const since = (ago: ReactNode, part: ReactNode) => (
  <>
    since {ago}
    {part}
  </>
);

export const notSetUpYet = "Not set up yet";
export const siteNeedsAppOwn =
  "The site needs an app of its own at Kick. It takes a few minutes and costs nothing.";
export const makeAppKick = "Make an app at Kick";
export const newWindow = "(new window)";
export const open = "Open it";
export const settingsKickAccountUnder = "In the settings of your Kick account, under Developer. ";
export const giveTheseAddressesSwitch = "Give it these addresses, and switch webhooks on";
export const writeIdSecretInto = "Write its ID and its secret into config.toml";
export const pointhouseKickClientSecret = "POINTHOUSE_KICK__CLIENT_SECRET";
export const secretMayAlsoStand = (pointhouseKick: ReactNode) => (
  <>The secret may also stand in the environment, as {pointhouseKick}. The site never shows it.</>
);
export const startPointhouseAgain = "Start Pointhouse again";
export const thenConnectChannelPage = "Then connect your channel on this page.";

export const kickWasAskedJust = "Kick was asked just now";
export const subscriptions = "Subscriptions";
export const whatKickTellsSite =
  "What Kick tells the site of. What is missing is asked for again every few minutes.";
export const checkNow = "Check now";
export const whatKickTellsSiteState = "What Kick tells the site of, with its state";
export const kickHasNotBeen = "Kick has not been asked yet.";
export const event = "Event";
export const state = "State";
export const checked = "Checked";
export const kickSays = (error: string | number) => `Kick says: ${error}`;
export const active = "Active";
export const missing = "Missing";
export const failed = "Failed";

export const events = "Events";
export const whatHasComeFrom = "What has come from Kick since the start.";
export const lastOne = "Last one";
export const accepted = "Accepted";
export const refusedSignature = "Refused: signature";
export const refusedTooOld = "Refused: too old";
export const refusedAnotherChannel = "Refused: another channel";
export const refusedUnreadable = "Refused: unreadable";
export const cameTwice = "Came twice";
export const replies = "Replies";
export const whatSiteHasAnswered = "What the site has answered in the chat.";
export const lastError = (lastErrorText: string | number) => `Last error: ${lastErrorText}`;
export const bot = "As the bot";
export const as = "As you";
export const notSent = "Not sent";
export const onceConnected = "Once connected";
export const commands = "Commands";
export const setUnderKickConfig = "Set under [kick] in config.toml.";
export const off = "Off";
export const againAfter = "Again after";
export const confirmLink = "To confirm a link";
export const signKick = "Sign in with Kick";
export const on = "On";
export const pointsChatting = "Points for chatting";
export const once = "Once in";
export const mostDay = "At most in a day";
export const verify = "!verify";
export const asksMemberLinkChat = "asks a member to link the chat name";
export const unlink = "!unlink";
export const removesLinkWasMade = "removes a link that was made in the chat";
export const points = "!points";
export const saysBalance = "says the balance";
export const ar = "!ar";
export const saysWhatCanClaimed = "says what can be claimed and entered";

export const messagesChat = "Messages of the chat";
export const streamBeginsEnds = "The stream begins and ends";
export const kickConnected = "Kick is connected";
export const wasAnotherKickAccount =
  "That was another Kick account than the one that is connected. Disconnect first to change the channel.";
export const kickCouldNotConnected = "Kick could not be connected. Please try again.";
export const atOnce = "At once";
export const minuteCount = (count: number) => formatCount(count, "minute");
export const secondCount = (count: number) => formatCount(count, "second");
