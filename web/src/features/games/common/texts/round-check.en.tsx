import type { ReactNode } from "react";
import { pointsName } from "@/ui/format/points";
import { formatCount, plural } from "@/ui/format/words";

export const matches = "Matches";
export const differs = "Differs";
export const notCompared = "Not compared";
export const drawCount = (count: number) => plural(count, "One draw", formatCount(count, "draw"));
export const valuesPossibleValueDrawn = "values possible → value drawn";
export const draw = (place: string | number) => `Draw ${place}, of `;
export const values = "values: ";
export const seeds = "Seeds";
export const valuesGiveaway = "Values of the giveaway";
export const serverSeed = "Server seed";
export const entries = "Entries";
export const publishedListAccountTickets =
  "The published list as it is, or an account and its tickets on each line: A100 3";
export const giveawayId = "Giveaway id";
export const notNeededPublishedList = "Not needed with the published list: its first line says it";
export const forfeitedAccountsOptional = "Forfeited accounts (optional)";
export const accountsWereDeletedDeactivated =
  "Accounts that were deleted or deactivated before the draw: their tickets can't win";
export const drawAgain = "Draw again";
export const ticketDrawnOwnerEvery =
  "The ticket drawn, its owner and every hash on the way will appear here.";
export const drawAgainLabel = "The draw again";
export const listHashed = "The list as it is hashed";
export const noTicketWasBought = "No ticket was bought: it ended without a winner.";
export const holdsTicket = (index: string | number, tickets: string | number) =>
  `holds ticket ${index} of ${tickets}`;
export const drawsOrder = "Draws in order";
export const drawTicket = (redraw: ReactNode, index: ReactNode, owner: ReactNode) => (
  <>
    Draw {redraw}: ticket {index}, {owner}
  </>
);
export const hashList = "Hash of the list";
export const lastRunningHash = "Last running hash";
export const hashDraw = "Hash of the draw";
export const winnerIndexFrom0 = "Winner index, from 0";
export const theValues = "The values";
export const theseValuesDoNot =
  "These values do not make a round. Each problem is shown beside its field.";
export const recomputeRoundValuesBelow = "Recompute the round with the values below.";
export const drawsResultChecksWill =
  "The draws, the result and the checks will appear here. Nothing is sent anywhere: your browser does the calculation.";
export const valuesRound = "Values of the round";
export const clientSeed = "Client seed";
export const nonce = "Nonce";
export const hashShownBeforeOptional = "Hash shown before (optional)";
export const serverSeedsCommitmentCompared = "The server seed's commitment, to be compared";
export const recomputeRound = "Recompute the round";
export const recomputedRound = "Recomputed round";
export const handsBack = "Returns";
export const pointhouseReplay = "pointhouse replay";
export const line = (pointhouseReplayText: ReactNode) => <>As a line for {pointhouseReplayText}</>;
export const replayLine = "the replay line";
export const allDraws = (count: number) =>
  plural(count, "The one draw", `All ${formatCount(count, "draw")}`);
export const points = (payout: string | number) => `${payout} ${pointsName}`;
export const seedsHashOneShown = "The seed's hash is the one shown before the round. ";
export const seedsHashNotOne = "The seed's hash is not the one shown before the round. ";
export const hashSeedCompareOne = "The hash of this seed, to compare with the one shown before: ";
export const oddsWasPlayedNamed = "The odds it was played at, named by their hash:";
export const tableRoundCouldNot =
  "The table of this round could not be loaded. The published one was used, so multipliers and payout may differ; the draws do not depend on it.";
export const recomputedTableForceNow = "Recomputed with the table in force now.";
export const recomputedPublishedTable = "Recomputed with the published table.";
export const statedRecomputed = (
  replaceAll: ReactNode,
  stated: ReactNode,
  recomputed: ReactNode,
) => (
  <>
    {replaceAll}: stated {stated}, recomputed {recomputed}
  </>
);
export const retry = "Retry";
export const roundsGameCannotRecomputed = "Rounds of this game cannot be recomputed here yet.";
export const loadingRound = "Loading the round";
export const hashServerSeed = "Hash of the server seed";
export const hashTable = "Hash of the table";
export const roundStillOpenServer =
  "This round is still open. Its server seed stays secret until the round has ended and you rotate your seeds.";
export const serverSeedRoundStill =
  "The server seed of this round is still secret, because it is in use. Rotate your seeds under Seeds: the old seed is revealed, and this round is checked at once.";
export const alreadyFixed = "Already fixed";
export const noteTheseDownIf =
  "Note these down if you like. They must not change when the seed is revealed.";
export const notEverythingMatches = "Not everything matches";
export const everythingMatches = "Everything matches";
export const commitmentMatches = "The commitment matches";
export const whatTheseValuesMake =
  "This is what these values make. Compare it with what you were shown.";
export const whatDiffersMarkedBelow =
  "What differs is marked below. Please report it with these values.";
export const seedOneWasPromised =
  "The seed is the one that was promised, and the result follows from it.";
export const seedOneWasPromisedCompare =
  "The seed is the one that was promised. Compare the result with what you were shown.";

export const forfeited = "forfeited";
export const stands = "stands";
export const commitment = "Commitment";
export const owner = "Owner";
export const tickets = "Tickets";
export const none = "none";

export const drawsLabel = "Draws";
export const result = "Result";
export const payout = "Payout";
export const table = "Table";

export const recomputed = "Recomputed";
export const stated = (value: string) => ` (stated: ${value})`;
