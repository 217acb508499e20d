import type { ReactNode } from "react";
import { formatPointCount, namePoints, PointsName, pointsName } from "@/ui/format/points";
import { formatCount, plural } from "@/ui/format/words";

export const giveawayHasBeenWithdrawn = "This giveaway has been withdrawn";
export const giveawayTakesNoEntries = "This giveaway no longer takes entries";
export const giveawayFreeNow = "This giveaway is free now";
export const mustLoggedEnter = "You must be logged in to enter";
export const accountInactive = "Your account is inactive";
export const insufficientPoints = `Insufficient ${PointsName}`;
export const oneTicketLess = "One ticket fewer";
export const numberTickets = "Number of tickets";
export const oneTicketMore = "One ticket more";
export const totalCost = "Total cost";
export const stillMissing = "Still missing";
export const balanceAfter = "Balance after";
export const yoursNow = "Yours now";
export const ticketsSoFar = "Tickets so far";
export const withThese = "With these";
export const chanceThingsStand = (own: string | number) => `currently a ${own} chance`;
export const eachTicketOthersBuy = "It gets smaller with each ticket that others buy.";
export const mostPoints = (most: number) =>
  `At most ${formatCount(most, "ticket")} for your ${pointsName}`;
export const least1Ticket = "At least 1 ticket";
export const quickPicks = "Quick picks";
export const ticketCount = (countText: number) => formatCount(countText, "ticket");
export const max = "Max";
export const points = (entryCost: string | number) => `${entryCost} ${pointsName}`;
export const priceHasChangedTicket = (agreed: ReactNode, strong: ReactNode) => (
  <>
    The price has changed: a ticket was {agreed} {pointsName} and is now {strong}.
  </>
);
export const cancel = "Cancel";
export const acceptPoints = (entryCost: string | number) => `Accept ${entryCost} ${pointsName}`;
export const buy = (maxText: number) => `Buy ${formatCount(maxText, "ticket")}`;
export const entriesOpen = (left: string | number) => `Entries open in ${left}`;
export const openingNow = "Opening now";
export const buyTickets = "Buy tickets";
export const entering = "Entering";
export const oneMoment = "One moment";
export const showBeforeAfter = "Show before and after";
export const prize = "Prize";
export const starts = (left: string | number) => `Starts in ${left}`;
export const ends = (left: string | number) => `Ends in ${left}`;
export const drawingWinner = "Drawing the winner";
export const freeEntry = "Free entry";
export const ticketWord = (countText: number) => plural(countText, "ticket");
export const entrantWord = (countText: number) => plural(countText, "entrant");
export const entriesClosedWinnerBeing = "Entries are closed. The winner is being drawn.";
export const youWon = "You won!";
export const streamerWillTouch = "The streamer will be in touch.";
export const provablyFair = (title: string | number) => `Provably fair: ${title}`;
export const provablyFairText = "Provably fair";
export const rewards = "Rewards";
export const giveaways = "Giveaways";
export const everyTicketHasSame =
  "Every ticket has the same chance, and you can recompute every draw in your own browser.";
export const theGiveaways = "The giveaways";
export const active = "Active";
export const upcoming = "Upcoming";
export const noGiveawaysMoment = "No giveaways at the moment";
export const nextOneWillAppear = "The next one will appear here the moment it is announced.";
export const loadingGiveaways = "Loading the giveaways";
export const entrySuccessful = "Entry Successful!";
export const yours = "Yours";
export const paid = "Paid";
export const newBalance = "New balance";
export const proof = "Proof";
export const runningHashList = "Running hash of the list";
export const runningHash = "running hash";
export const sealsIntoListNote = (firstTicket: string | number) =>
  `It includes ${firstTicket}. Note it, and after the draw you can see that the entries before yours were not rewritten.`;
export const done = "Done";
export const unableEnterGiveawayPlease = "Unable to enter the giveaway. Please try again.";
export const unableConnectServerPlease =
  "Unable to connect to the server. Please check your internet connection and try again.";
export const connectionError = "Connection Error";
export const entryFailed = "Entry Failed";
export const freeGiveawaysMembersVerified =
  "Verify your email to enter free giveaways. Your account page sends you the link.";
export const withVerifiedEmail = ", with a verified email";
export const confirmFirst = "Confirm your email first";
export const emailMissing = "Confirm your email to enter free giveaways.";
export const emailMissingNoMail =
  "Free giveaways need a confirmed email, and this site can't send email yet. Please contact the streamer.";
export const winnerIsNamed = "The winner is named on stream. By entering, you agree to that.";
export const neverNamed =
  "The winner is named on stream. You chose never to be named, so your name is masked there.";
export const close = "Close";
export const verifyEMail = "Verify your e-mail";
export const tryAgain = "Try again";
export const loginEnter = (title: string | number) => `Login to Enter: ${title}`;
export const loginEnterText = "Login to Enter";
export const buyMore = "Buy more";
export const enterFree = "Enter For Free";
export const ticketCostsPointsGo = (entryCost: number, missing: string | number) =>
  `A ticket costs ${formatPointCount(entryCost)}: ${missing} to go`;
export const youreEntered = (own: string | number) => `You're entered · ${own}`;
export const youreEnteredText = "You're entered";
export const chance = (own: string | number) => `(chance ${own})`;
export const recentWinners = "Recent Winners";
export const winnersWillAppearHere = "Winners will appear here, each with the proof of the draw.";
export const lastWinner = (username: string | number, prizeText: string | number) =>
  `Last winner: ${username}, ${prizeText}`;
export const checkDraw = "Check the draw";
export const thatIsYou = "This is you";
export const ticketNo = (index: string | number, listedTickets: number) =>
  `Ticket no. ${index} of ${formatCount(listedTickets, "ticket")}`;
export const cancelled = "Cancelled";
export const details = "Details";
export const admitDraw = "Admit to the draw";
export const to = (first: string | number) => `to ${first}`;
export const noWinner = "No winner";
export const endedEarly = "Ended early";
export const nothingWasDrawnEvery = "Nothing was drawn, and every ticket was refunded.";
export const notDrawn = "Not drawn";
export const restoredAfterEnd =
  "The site was restored from a backup after the end, so it isn't drawn again. The streamer refunds the tickets or announces the result.";
export const nothingWasDrawn = "Nothing was drawn.";
export const nobodyHadEntered = "Nobody had entered.";
export const everyAccountTicketsWas = "Every account with tickets was deleted or deactivated.";
export const ticketText = (first: string | number) => `ticket ${first}`;
export const ticketsText = (first: string | number, first2: string | number) =>
  `tickets ${first} to ${first2}`;
export const entrantCount = (countText: number) => formatCount(countText, "entrant");

export const processing = "Processing...";

export const hasWon = "has won";

export const ended = "Ended";
export const newGiveaway = "new giveaway";
export const entriesAreOpen = "entries are open";
export const endedWithoutAWinner = "ended without a winner";
export const maxTickets = (most: number) => `Max: ${ticketCount(most)}`;
export const perTicket = (points: number) => ` ${namePoints(points)} a ticket`;
export const share = (own: string, all: number) => `${own} of ${ticketCount(all)}`;
export const winnerIs = (username: string) => `ended, the winner is ${username}`;
export const cancelledNews = "cancelled";
export const news = (giveaway: string, what: string) => `${giveaway}: ${what}`;
/** On a ticket, above its first number. */
export const ticketNumbers = (count: number) => plural(count, "No.", "Nos.");
