import type { ReactNode } from "react";
import { formatCount } from "@/ui/format/words";

export const ticketCount = (countText: number) => formatCount(countText, "ticket");
export const provablyFairText = "Provably fair";
export const runningHash = "running hash";
export const theGiveaway = "The giveaway";
export const loadingGiveaway = "Loading the giveaway";
export const beforeFirstEntrySite =
  "Before the first entry the site drew a secret seed and published its fingerprint. A different seed would have a different fingerprint.";
export const eachEntryChangesRunning =
  "Each entry changes a running hash. Note it when you enter: if the list is rewritten later, the hash no longer matches.";
export const endListTicketsFrozen =
  "At the end the list of tickets is frozen and hashed. The winning ticket follows from the seed and this list.";
export const thenSeedListPublished =
  "Then the seed and the list are published here, and your browser recomputes the draw.";
export const fingerprintSeed = "fingerprint of the seed";
export const after = (ticketCountText: number, entrantCountText: number) =>
  `After ${formatCount(ticketCountText, "ticket")} of ${formatCount(entrantCountText, "entrant")}.`;
export const whatProves = "What this proves";
export const siteCommittedSeedBefore =
  "The site committed to the seed before the first entry, and the result follows from the seed and the full list of tickets. Neither an entrant nor a later change of the list can steer the draw.";
export const whatDoesNotProve = "What this does not prove";
export const someoneWhoKnowsSecret =
  "Someone who knows the secret seed before the end could add a last entry, or choose the moment of an early end. No page and no call shows the seed before the end. An early end is shown to everyone, with its time and that an admin did it.";
export const ticketsDeletedDeactivatedAccounts =
  "Tickets of deleted and deactivated accounts can't win; when one is drawn, the next draw follows. Each such draw is listed with its reason. That the account was deleted or deactivated, and why, can't be checked here.";
export const adminCanCancelGiveaway =
  "An admin can cancel a giveaway before its end: then nothing is drawn, and its seed stays secret. That is shown to everyone. A draw with tickets can't be deleted.";
export const eachAccountBelongsDifferent = "That each account belongs to a different person.";
export const cancelledAdminSecretSeed = (
  cancelledText: ReactNode,
  ticketCountText: number,
  entrantCountText: number,
  giveawayText: ReactNode,
) => (
  <>
    Cancelled by an admin on {cancelledText}, with {formatCount(ticketCountText, "ticket")} of{" "}
    {formatCount(entrantCountText, "entrant")}. {giveawayText} The secret seed stays secret.
  </>
);
export const theProof = "The proof";
export const loadingProof = "Loading the proof";
type Ending = { isEarly: boolean; at: ReactNode; listedTickets: number };
const endingOf = ({ isEarly, at, listedTickets }: Ending) =>
  isEarly ? (
    <>
      Ended early by an admin, on {at}, with {formatCount(listedTickets, "ticket")} in the list.
    </>
  ) : (
    <>
      Ended on {at}, with {formatCount(listedTickets, "ticket")} in the list.
    </>
  );
export const endedWithoutWinner = (ending: Ending) => <>{endingOf(ending)} There is no winner.</>;
/** `account`: null while it is being loaded. */
export const endedWithWinner = (ending: Ending, username: ReactNode, account: ReactNode | null) =>
  account === null ? (
    <>
      {endingOf(ending)} The winner is {username}.
    </>
  ) : (
    <>
      {endingOf(ending)} The winner is {username}, account {account}.
    </>
  );
export const loadingVerifier = "Loading the verifier";
export const whoHadWhichTickets = "Who had which tickets";
export const ticketsCountedFrom1 =
  "Tickets are counted from 1 here; the proof data counts them from 0.";
export const inputs = "Inputs of the draw";
export const serverSeed = "server seed";
export const clientSeed = "client seed";
export const hashDraw = "hash of the draw";
export const checkElsewhere = "Check it elsewhere";
export const copyWholeProofPaste =
  "Copy the whole proof and paste it into the verifier, or draw from these values with any HMAC-SHA256 tool.";
export const openVerifier = "Open the verifier";
export const listHashed = "The list as it is hashed";
export const beginningCopyHasAll = "Its beginning; a copy has all of it.";
export const drawsOrder = "Draws in order";
export const drawTicket = (redraw: ReactNode, index: ReactNode, accountId: ReactNode) => (
  <>
    Draw {redraw}: ticket {index}, {accountId}
  </>
);
export const ticketsAccountsWereDeleted =
  "Tickets of accounts that were deleted or deactivated before the draw can't win. The reason is the site's statement; everything else here can be recomputed.";
export const recomputing = "Recomputing the draw";
export const someChecksMissing =
  "This list is too long to be sent in full, so checks that need all of it can't be done here. The checks that could be done are marked.";
export const nobodyBoughtTicketSo = "Nobody bought a ticket, so the list is empty.";
export const listTickets = "List of tickets";
export const ticketsOrderDraw = "Tickets in the order of the draw";
export const restNotSent = "The rest of the list is too long to be sent.";
export const wholeListBelow = "The whole list is shown below, as it is hashed.";
export const firstPurchases = (length: string, ticketsText2: number, whereTheRestIs: string) =>
  `The first ${length} purchases of ${formatCount(ticketsText2, "ticket")}. ${whereTheRestIs}`;
export const purchaseCount = (countText: number) => formatCount(countText, "purchase");
export const showAllPurchases = (length: string | number) => `Show all ${length} purchases`;
export const tickets = "Tickets";
export const count = "Count";
export const accountText = "Account";
export const you = "you";
export const winnerTicket = (part: string | number) => `winner: ticket ${part}`;
export const seedOneWasPromised = "The seed is the one that was promised";
export const listTicketsGivesClient = "The list of tickets gives the client seed";
export const runningHashEntriesFits = "The running hash of the entries matches the list";
export const listTooLongSentWhole = "The list is too long to be sent in full.";
export const listDoesNotAdd = "The tickets of the list do not add up to its total.";
export const withoutTicketThereNo = "Without a ticket there is no winner";
export const hashDrawText = "Hash of the draw";
export const winningTicket = "Winning ticket";
export const whoseTicket = "Whose ticket it is";
export const drawnAgainPastForfeited = (length: string | number) =>
  `Drawn again past forfeited tickets (${length})`;
export const noWinner = "No winner";
export const ticketWasDrawnSite = (index: string | number) =>
  `Ticket ${index} was drawn; the site states that every account with tickets was deleted or deactivated.`;
export const ticket = (index: string | number) => `ticket ${index}`;

export const fingerprintOfTheSeed = "Fingerprint of the seed";
export const serverSeedRevealed = "Server seed, revealed";
export const itsFingerprintPublishedBefore = "Its fingerprint, published before";
export const clientSeedHashOfThe = "Client seed: hash of the list";
export const runningHashOfTheEntries = "Running hash of the entries";
export const proof = "proof";
export const list = "list";
export const wins = "wins";

export const anotherOrder = "another order";
export const ticketRange = (first: string, last: string) => `${first} to ${last}`;
export const forfeited = {
  deleted: "can't win: account deleted",
  inactive: "can't win: account deactivated",
};
/** `published`: null where nothing is published. */
export const differsFrom = (computed: string, published: string | null) =>
  published === null ? `${computed} (stated: nothing)` : `${computed} (stated: ${published})`;
