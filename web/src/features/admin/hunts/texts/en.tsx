import type { ReactNode } from "react";
import { formatCents } from "@/ui/format/dollars";
import { formatCount } from "@/ui/format/words";
import type { Status } from "../model";

export const cancel = "Cancel";

export const createBonusHunt = "Create Bonus Hunt";
export const editHuntDetails = "Edit Hunt Details";
export const nameRequired = "Name (required)";
export const fridayHunt = "Friday hunt";
export const customIdOptional = "Custom ID (optional)";
export const customIdHint = "Used in the address. Without one, the hunt gets a number.";
export const streamer = "Streamer";
export const startingBalanceRequired = "Starting balance (required)";
export const date = "Date";
export const description = "Description";
export const saysNowSavingAgain = (now: string | number) =>
  `It now says: ${now}. Saving again replaces it with your text.`;
export const createHunt = "Create Hunt";
export const saveChanges = "Save Changes";
export const from = (startingBalanceText: string | number) => `from ${startingBalanceText}`;

export const breadcrumb = "Breadcrumb";
export const bonusHunts = "Bonus Hunts";
export const bonusHunt = "This bonus hunt";
export const failedLoadBonusHunt = "Failed to load bonus hunt details";
export const loadingBonusHunt = "Loading bonus hunt...";
export const errorLoadingBonusHunt = "Error Loading Bonus Hunt";
export const backBonusHunts = "Back to Bonus Hunts";
export const slotsHunt = "Slots of this hunt";
export const noSlotsAdded = "No Slots Added";
export const theyWillAppearHere = "Slots will appear here once the service has some.";
export const addSlot = "Add Slot";
export const addEachBonusCollected =
  "Add each bonus as it is collected, and press Play when it is opened.";
export const statusFollowsSlotsAgain = (nameText: string | number) =>
  `The status of ${nameText} follows its slots again.`;
export const tipFlagged = (slotNameText: string | number) => `Tip flagged for ${slotNameText}.`;
export const noTip = (slotNameText: string | number) => `No tip for ${slotNameText}.`;

export const created = "Created";
export const opensNewTab = "(opens in a new tab)";
export const publicPage = "Public page";
export const markActive = "Mark Active";
export const markComplete = "Mark Complete";
export const manageSlots = "Manage Slots";
export const letFollowSlots = "Follow the slots again";
export const statusWasSetHand = (letFollow: ReactNode) => (
  <>The status was set by hand.{letFollow}</>
);

export const bonusHuntsText = "Bonus hunts";
export const name = "Name";
export const status = "Status";
export const slots = "Slots";
export const opened = " opened";
export const totalValue = "Total value";
export const actions = "Actions";
export const deleteText = (nameText: string | number) => `Delete ${nameText}`;

export const collectedFirstThenOpened =
  "Collected first, then opened live. Everyone sees each change the moment it is saved.";
export const textBonusHunts = "The bonus hunts";
export const importText = "Import";
export const totalHunts = "Total Hunts";
export const totalValueLabel = "Total Value";
export const all = "All";
export const noBonusHuntsYet = "No bonus hunts yet";
export const theyWillAppearHereOnce = "Hunts will appear here once the service has some.";
export const createFirstOne = "Create the first one";
export const makeOneAddSlots = "Make one, add its slots, and press Play as they open.";
export const loadingBonusHunts = "Loading the bonus hunts";

export const importBonusHunt = "Import Bonus Hunt";
export const importIntro =
  "Copies a hunt, with all its slots, from your hunt service to this site. After that you edit it here.";
export const theHunts = "The hunts";
export const close = "Close";
export const askingServiceHunts = "Asking the service for its hunts...";
export const serviceHasNoHunts =
  "The service has no hunts yet. Make one there, then open this again.";
export const searchHunts = "Search the hunts";
export const searchNameId = "Search by name or ID";
export const huntImport = "Hunt to import";
export const noHuntsMatch = "No hunts match.";
export const imported = "Imported";
export const openImportedHunt = "Open the imported hunt";
export const huntWasImportedBefore = (span: ReactNode, openImported: ReactNode) => (
  <>
    This hunt was imported before, as {span}. {openImported}
  </>
);

export const calculatedMultiplier = "Calculated multiplier";

export const pressPlay = "Press Play";
export const winAmount = "Win amount";
export const saveAnyway = "Save anyway";
export const save = "Save";

export const noHuntServiceSet = "No hunt service is set up";
export const setServiceUnder = (settings: ReactNode) => (
  <>Enter the token or key of bht.bet or bonushunt.gg under {settings}.</>
);
export const huntSettings = "Settings, Bonus hunts";

export const editSlot = "Edit Slot";
export const slotNameRequired = "Slot name (required)";
export const provider = "Provider";
export const unknown = "Unknown";
export const calledRequired = "Called by (required)";
export const betAmountRequired = "Bet amount (required)";
export const openedText = "Opened";
export const openNow = "Open it now";
export const addedNext = (slot: string) => `${slot} is added. Add the next one.`;
export const done = "Done";
export const tipFlagCaller = "Tip: flag it for its caller";
export const amountWonRequired = "Amount won (required)";
export const unopenEffect = "The slot is marked as unopened, and its win is removed.";
export const saveSlot = "Save Slot";
export const textOpened = (amountWonText: string | number) => `opened with ${amountWonText}`;

export const slot = "Slot";
export const called = "Called by";
export const nobody = "Nobody";
export const betSize = "Bet size";
export const win = "Win";
export const notOpened = "Not opened";
export const xWin = "X win";
export const unopened = "Unopened";
export const playNumber = (slotNameText: string | number, index: string | number) =>
  `Play ${slotNameText}, number ${index}`;
export const play = "Play";
export const editNumber = (slotNameText: string | number, index: string | number) =>
  `Edit ${slotNameText}, number ${index}`;
export const deleteNumber = (slotNameText: string | number, index: string | number) =>
  `Delete ${slotNameText}, number ${index}`;
export const tipNumber = (slotNameText: string | number, index: string | number) =>
  `Tip for ${slotNameText}, number ${index}`;
export const takeTipAway = "Take the tip away";
export const flagTipCaller = "Flag a tip for its caller";
export const tip = "TIP";

export const checkAmountVisitorsSee = (text: ReactNode) => (
  <>{text} Check the amount: visitors see it at once. Save again if it's right.</>
);

export const huntsSiteComeFrom =
  "The hunts of this site come from an external service and can only be read here. Only the status and the tips are set in this panel.";

export const invalidBonusHuntId = "Invalid bonus hunt ID";

export const deleteBonusHunt = "Delete this bonus hunt?";
export const withText = (totalSlots: number) => `, with ${formatCount(totalSlots, "slot")}`;
export const disappearsFromSiteOnce = (nameText: ReactNode, id: ReactNode, part: ReactNode) => (
  <>
    “{nameText}” (#{id}) disappears from the site at once{part}. This action cannot be undone.
  </>
);
export const textDelete = "Delete";
export const deleteSlot = "Delete Slot";
export const sureWantDeleteSlot = (slotNameText: string | number) =>
  `Are you sure you want to delete the slot “${slotNameText}”? This action cannot be undone.`;

export const bet = (won: string | number, times: string | number) => `${won} is ${times} the bet.`;
export const moreThanTimesHunts = (won: string | number, balancesMax: string | number) =>
  `${won} is more than ${balancesMax} times the hunt's starting balance.`;

export const mostCharacters = (most: string | number) => `At most ${most} characters`;
export const mustMost100000 = (nameText: string | number) =>
  `${nameText} must be at most ${formatCents(100_000_000)}`;
export const idCanOnlyContain = "ID can only contain letters, numbers, hyphens, and underscores";
export const startingBalance = "The starting balance";
export const slotName = "Slot name";
export const betAmount = "The bet amount";
export const betAmountMustAbove = "The bet amount must be above 0";
export const openedSlotNeedsWin = "An opened slot needs its win amount";
export const amountWon = "The amount won";
export const pleaseEnterWinAmount = "Please enter the win amount";
export const winAmountText = "The win amount";

export const notOpenedInSentence = "not opened";

export const live = "Live";
export const active = "Active";
export const completed = "Completed";
export const required = (field: string) => `${field} is required`;
export const idExists = (id: string) => `ID "${id}" already exists`;
export const oneExternal = {
  title: "This hunt comes from an external service",
  text: "It is read from the service every five minutes and can only be changed there. You can set its status and who gets a tip here: that stays, whatever the service reports later.",
};
export const allExternal = {
  title: "These hunts come from an external service",
  text: "They are read from the service every five minutes and can only be changed there. You can set their status and who gets a tip here: that stays, whatever the service reports later.",
};
export const streamedBy = (streamer: string) => `streamed by ${streamer}`;
export const tipped = "tip";
export const calledBy = (member: string) => `called by ${member}`;
export const slotSummary = (slot: ReactNode, bet: string, caller: string) =>
  caller === "" ? (
    <>
      {slot}, {bet}
    </>
  ) : (
    <>
      {slot}, {bet}, called by {caller}
    </>
  );
export const statusSet: Readonly<Record<Status, (hunt: string) => string>> = {
  live: (hunt) => `${hunt} is live now.`,
  active: (hunt) => `${hunt} is active now.`,
  completed: (hunt) => `${hunt} is completed now.`,
};
export const setStatus: Readonly<Record<Status, string>> = {
  live: "Set live",
  active: "Set active",
  completed: "Set completed",
};
export const setStatusOf: Readonly<Record<Status, (hunt: string) => string>> = {
  live: (hunt) => `Set live: ${hunt}`,
  active: (hunt) => `Set active: ${hunt}`,
  completed: (hunt) => `Set completed: ${hunt}`,
};
export const noneWithStatus: Readonly<Record<Status, string>> = {
  live: "No live hunts",
  active: "No active hunts",
  completed: "No completed hunts",
};
export const openNamed = (hunt: string) => `Open ${hunt}`;
export const editNamed = (hunt: string) => `Edit ${hunt}`;
export const ambiguousAmount = (asDecimal: string, asThousands: string) =>
  `could mean ${asDecimal} or ${asThousands}: write it without separators, or with two decimals`;
export const id = "ID";
export const idSample = "friday-12";
