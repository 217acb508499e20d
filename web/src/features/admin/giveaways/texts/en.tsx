import type { ReactNode } from "react";
import { formatPointCount, PointsName, pointsName } from "@/ui/format/points";
import { formatCount, plural } from "@/ui/format/words";

export const provablyFair = "Provably fair";
export const noWinner = "No winner.";
export const hasWonTicketNo = (username: ReactNode, index: ReactNode, listedTickets: number) => (
  <>
    {username} has won with ticket no. {index} of {formatCount(listedTickets, "ticket")}.
  </>
);
export const endedEarlyAdmin = "Ended early by an admin";
export const ended = "Ended";
export const newTab = " in a new tab";
export const openPublicProof = "Open the public proof";
export const thereAnybodyCanWork =
  "Anyone can check the draw there in their own browser, with the whole list of tickets.";
export const none = "None";

export const free = "Free";
export const paid = "Paid";
export const membersHaveEnteredPrize =
  "Members have entered: prize, entry and start stay as they are, and the end may only move later. That is shown to everyone.";
export const titleRequired = "Title (required)";
export const prizeRequired = "Prize (required)";
export const fridayDrop = "Friday drop";
export const prize = "Prize";
export const signedHoodie = "Signed hoodie";
export const descriptionOptional = "Description (optional)";
export const entry = "Entry";
export const pointsTicket = `${PointsName} a ticket`;
export const start = "Start";
export const asItIs = "Unchanged";
export const immediately = "Immediately";
export const later = "Later";
export const entriesOpenSoonSave = "Entries open 30 seconds after you save it.";
export const namesWinner = "Name the winner on stream";
export const namesWinnerHint =
  "Members see this before they enter. Those who never want to be named are masked all the same.";
export const namesWinnerFixed = "Members have entered, so this can only be switched off.";
export const winnerOnStream = "Winner on stream";
export const winnerMasked = "Masked";
export const minutes = "Minutes";
export const hours = "Hours";
export const starts = "Starts";
export const ends = "Ends";

export const showBeforeAfter = "Show before and after";
export const active = "Active";
export const upcoming = "Upcoming";
export const startsText = (startTime: string | number) => `Starts in ${startTime}`;
export const openingNow = "Opening now";
export const endsText = (endTime: string | number) => `Ends in ${endTime}`;
export const drawingWinner = "Drawing the winner";
export const ticketWord = (count: number) => plural(count, "Ticket");
export const memberWord = (count: number) => plural(count, "Member");
export const cancelled = "Cancelled";
export const noWinnerText = "No winner";
export const edit = (which: ReactNode) => <>Edit{which}</>;
export const endEarly = (which: ReactNode) => <>End Early{which}</>;
export const repeat = (which: ReactNode) => <>Repeat{which}</>;
export const provablyFairText = (which: ReactNode) => <>Provably fair{which}</>;
export const refundText = (which: ReactNode) => <>Cancel and refund{which}</>;
export const enterProof = (which: ReactNode) => <>Enter its proof{which}</>;
export const interrupted = "Restored after its end";
export const restoredAfterEnd =
  "It may have been drawn before the restore, so it isn't drawn again: enter the proof of its draw, or refund.";
export const deleteText = (which: ReactNode) => <>Delete{which}</>;

export const saveFailed = "Save Failed";
export const cancel = "Cancel";
export const createGiveaway = "Create Giveaway";
export const saveChanges = "Save Changes";
export const editGiveaway = "Edit Giveaway";
export const discardWhatTyped = "Discard what you typed?";
export const giveawayCreated = "Giveaway Created!";
export const giveawayUpdated = "Giveaway Updated!";
export const backForm = "Back to the form";
export const done = "Done";
export const nothingHasBeenSaved = "Your changes haven't been saved.";
export const discard = "Discard";
export const keepEditing = "Keep editing";

export const giveaways = "Giveaways";
export const oneDrawEachAnybody =
  "One draw each, which anyone can check. Once members enter, the prize and entry can't change.";
export const theGiveaways = "The giveaways";
export const noGiveawaysYet = "No giveaways yet";
export const createFirstOne = "Create the first one";
export const whatCreateStandsPublic =
  "Giveaways appear on the public page as soon as you save them.";
export const nothingRunsMoment = "No giveaways are running.";
export const showMore = "Show more";
export const loadingGiveaways = "Loading the giveaways";

export const wholeMinutesFrom1 = "Whole minutes from 1 to 527,040";
export const hoursFrom01 = "Hours from 0.1 to 8,784, in steps of 0.1";
export const pleaseEnterTitle = "Please enter a title";
export const pleaseEnterPrize = "Please enter a prize";
export const mostCharacters = (descriptionMax: string | number) =>
  `At most ${descriptionMax} characters`;
export const membersHaveEnteredNot = (duration: string | number, durationUnit: string | number) =>
  `Members have entered: not shorter than ${duration} ${durationUnit}`;
export const wholeNumberPointsFrom = `A whole number of ${pointsName} from 1 to 1,000,000`;
export const mostCharactersText = (textMax: string | number) => `At most ${textMax} characters`;

export const endedEarly = "Ended early";
export const nothingWasDrawn = "Nothing was drawn.";
export const nobodyHadEntered = "Nobody had entered.";
export const everyAccountTicketsWas = "Every account with tickets was deleted or deactivated.";

export const endGiveawayEarly = "End this giveaway early?";
export const endEarlyText = "End Early";
export const cannotOpenedAgainEveryone =
  "It cannot be opened again, and everyone is shown that an admin has ended it early.";
export const nobodyHasEnteredYet = (titleText: string | number) =>
  `Nobody has entered “${titleText}” yet: it ends without a winner.`;
export const everyAccountTicketsWasDeleted = (titleText: string | number) =>
  `Every account with tickets was deleted: “${titleText}” ends without a winner.`;
export const winnerDrawnOnceFrom = (
  titleText: string | number,
  ticketCount: number,
  entrantCount: number,
) =>
  `The winner of “${titleText}” is drawn at once from ${formatCount(ticketCount, "ticket")} of ${formatCount(entrantCount, "member")}.`;
export const deleteGiveaway = "Delete this giveaway?";
export const cancelThisGiveaway = "Cancel this giveaway?";
export const cancelAndRefund = "Cancel and refund";
export const keepItRunning = "Keep it running";
export const disappearsFromEveryList = (titleText: string | number) =>
  `“${titleText}” disappears from every list. Nobody had a ticket.`;
export const textDelete = "Delete";
export const cannotUndone = "This cannot be undone.";
export const nobodyHasEnteredYetText = "Nobody has entered yet.";
export const everyAccountTicketsWasText = "Every account with tickets was deleted.";
export const ticketsVoidNobodyHas = (entrantCount: number) =>
  `The tickets of ${formatCount(entrantCount, "member")} are void; nobody has paid for them.`;
export const everyTicketRefundedBack = (points: number, points2: number, entrantCount: number) =>
  `Every ticket is refunded: ${formatPointCount(points)} ${plural(points2, "goes", "go")} back to ${formatCount(entrantCount, "member")}.`;
export const endFailed = (reason: string) => `Failed to end giveaway: ${reason}`;
export const deleteFailed = (reason: string) => `Failed to delete giveaway: ${reason}`;
export const endError = "Error ending giveaway. Please try again.";
export const deleteError = "Error deleting giveaway. Please try again.";

export const unknownErrorOccurredWhile = "Unknown error occurred while saving the giveaway.";
export const unableConnectServerPlease =
  "Unable to connect to the server. Please check your internet connection and try again.";
export const connectionError = "Connection Error";
export const serverError = "Server Error";
export const status = (statusText: string | number) => `Status ${statusText}`;

export const serverSeed = "Server seed";
export const itsFingerprintShownFromThe = "Its fingerprint, shown from the start";
export const clientSeedTheHashOf = "Client seed, the hash of the ticket list";
export const runningHashOfTheEntries = "Running hash of the entries";
export const winnerHash = "Winner hash";
export const winnerIndexFrom0 = "Winner index, from 0";

export const entryPrice = (points: number) => `${formatPointCount(points)} a ticket`;
export const atPrice = (points: number) => `at ${formatPointCount(points)}`;
export const wonWithTicket = (number: string) => `has won with ticket no. ${number}`;
export const staysCancelled = (title: string, refund: string) =>
  `“${title}” stays on the public page as cancelled, without a winner. ${refund}`;
export const disappearsFromSite = (title: string, refund: string) =>
  `“${title}” disappears from the site at once. ${refund}`;
export const spanFields = {
  duration: { minutes: "Duration in minutes", hours: "Duration in hours", unit: "Duration: unit" },
  startIn: { minutes: "Start in minutes", hours: "Start in hours", unit: "Start: unit" },
};
