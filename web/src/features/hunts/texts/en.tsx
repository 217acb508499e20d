import type { ReactNode } from "react";
import { formatCount } from "@/ui/format/words";

export const showMore = "Show more";
export const bonusHunts = "Bonus hunts";
export const date = "Date";
export const bestWin = "Best Win";
export const bestX = "Best X";
export const avgX = "Avg X";
export const noneYet = "None yet";
export const opened = " opened";

export const allBonusHunts = " to all bonus hunts";
export const back = "Back";
export const bonusHunt = "This bonus hunt";
export const failedLoadBonusHunt = "Failed to load bonus hunt details";
export const mayHaveBeenRemoved = "It may have been removed, or the address may be misspelled.";
export const idsLettersNumbersHyphens = "IDs are letters, numbers, hyphens and underscores.";
export const noBonusesYet = "No bonuses yet";
export const bonusesWillAppearHere = "Bonuses will appear here the moment they are added.";
export const loadingBonusHunt = "Loading the bonus hunt";

export const onStream = "On stream";
export const bonusHuntsText = "Bonus Hunts";
export const bonusesCollectedFirstOpened =
  "Bonuses are collected first and opened live, one after the other. Follow along here while they open.";
export const textBonusHunts = "The bonus hunts";
export const noBonusHuntsYet = "No bonus hunts yet";
export const firstOneWillAppear =
  "The first one will appear here as soon as the streamer starts collecting bonuses.";
export const allHunts = "All hunts";
export const sort = "Sort";
export const loadingBonusHunts = "Loading the bonus hunts";

export const bestWinAverage = (highestPayout: ReactNode, runningAverage: ReactNode) => (
  <>
    {" "}
    · best win {highestPayout} · average {runningAverage}
  </>
);
export const ofOpened = (openedSlots: ReactNode, totalSlots: ReactNode, part: ReactNode) => (
  <>
    {openedSlots} of {totalSlots} opened{part}
  </>
);
export const followLive = "Follow live";

export const slots = "Slots";
export const slot = "Slot";
export const called = "Called by";
export const nobody = "Nobody";
export const betSize = "Bet size";
export const win = "Win";
export const notOpenedYet = "Not opened yet";
export const xWin = "X win";
export const justOpened = "Just opened";
export const upNext = "Up next";
export const tip = "TIP";

export const glance = "At a glance";
export const ofOpenedText = (openedSlots: ReactNode, totalSlots: ReactNode) => (
  <>
    {openedSlots} of {totalSlots} opened
  </>
);
export const toGo = (totalSlots: string | number) => `${totalSlots} to go`;
export const bestWinText = "Best win";
export const bestSoFar = "Best so far";
export const calledText = (calledBy: ReactNode) => <>called by {calledBy} · </>;
export const bet = (provider: ReactNode, part: ReactNode, betAmount: ReactNode) => (
  <>
    {provider} · {part}
    {betAmount} bet
  </>
);
export const nothingOpenedYet = "Nothing opened yet";
export const waiting = (totalSlots: number) =>
  `${formatCount(totalSlots, "bonus is", "bonuses are")} waiting`;
export const betTotal = (totalValue: string | number) => `${totalValue} bet in total.`;
export const profitLossSoFar = "Profit / loss so far";
export const collectedFromStart = (startingBalanceText: string | number) =>
  ` collected from a start of ${startingBalanceText}.`;

export const allOpened = "All of them";
export const left = (leftText: string | number) => `${leftText} left`;
export const wonAll = "Won in total";
export const wonSoFar = "Won so far";
export const startingBalance = "Starting balance";
export const overOpenedBets = "Over opened bets";
export const bestXText = (highestMultiplier: string | number) => `Best X ${highestMultiplier}`;
export const startCovered = "Start is covered";
export const nothingLeftOpen = "Nothing left to open";
export const coverStart = "To cover the start";

export const completed = "Completed";
export const active = "Active";
export const live = "LIVE";

export const biggestProfit = "Biggest Profit";
export const biggestLoss = "Biggest Loss";
export const mostBonuses = "Most Bonuses";
export const leastBonuses = "Least Bonuses";
export const bonusesOpened = (length: string | number) => `${length} bonuses opened`;
export const textOfOpened = (openedSlots: string | number, totalSlots: string | number) =>
  `${openedSlots} of ${totalSlots} opened`;
export const huntCompleted = (profitLoss: string | number) =>
  `The hunt is completed: ${profitLoss}`;

export const invalidBonusHuntId = "Invalid bonus hunt ID";

export const bonuses = "Bonuses";

export const profitLossShort = "P/L";

export const result = "Result";

export const openedLabel = "Opened";
export const collected = "Collected";
export const start = "Start";
export const reqAvgX = "Req avg X";
export const runAvgX = "Run avg X";
/** What screen readers hear of a slot that was opened. `name`: null for a small win. */
export const slotPaid = (slot: string, amount: string, times: string, name: string | null) =>
  name === null
    ? `${slot} paid ${amount}, ${times}`
    : `${slot} paid ${amount}, ${times}, ${name} win`;
export const even = "even";
export const profitOf = (amount: string) => `${amount} profit`;
export const lossOf = (amount: string) => `${amount} loss`;
export const id = "ID";
