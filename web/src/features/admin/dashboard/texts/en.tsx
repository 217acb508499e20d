import type { ReactNode } from "react";
import { formatCount } from "@/ui/format/words";

export const prizePool = (part: ReactNode) => <>Prize pool {part}</>;
export const searchPlayers = "Search the players";
export const username = "Username";
export const noPlayersMatch = "No players match";
export const noPlayerMatches = (text: string | number) =>
  `No player of this month matches “${text}”.`;
export const ofPlayers = (length: string | number, length2: string | number) =>
  `${length} of ${length2} players`;
export const wageredIn = (month: string) => `Wagered in ${month}`;
export const wageredInSample = (month: string) => `Wagered in ${month}, sample data`;
export const rank = "Rank";
export const totalWagered = "Total Wagered";
export const prize = "Prize";
export const paid = "Paid";
export const loading = (month: string | number) => `Loading ${month}`;

export const currentlyDisplayingSampleData =
  "Currently displaying sample data for demonstration purposes.";
export const dashboard = "Dashboard";
export const whatToLookAfter = "Open tasks, and what is left to set up.";
export const whoWageredWhatMonth = "Wagers by player, month by month. Amounts are in US dollars.";
export const exportCsv = "Export CSV";
export const theWagers = "The wagers";
export const errorLoadingData = "Error Loading Data";
export const casinosFiguresCouldNot =
  "The casino's figures could not be read, and none of this month are saved. The health page names the reason.";

export const noneYet = "none yet";
export const lastUpdate = (part: ReactNode) => <>Last update: {part}</>;
export const madeCasino = (madeAt: ReactNode) => <>Made by the casino: {madeAt}</>;
export const nextUpdate = (nextUpdateAt: ReactNode) => <>Next update: {nextUpdateAt}</>;
export const read = (readAt: string | number) => `Read at ${readAt}`;

export const siteAtAGlance = "The site";
export const paused = (count: string | number) => `, ${count} paused`;
export const couldNotRead = "Could not be read";

export const monthEnd = "The month-end";
export const wagerSettings = "Settings, Wager leaderboard";
export const noSourceCasinosFigures = (settings: ReactNode) => (
  <>
    No source of the casino's figures is set up. Enter its affiliate key under {settings}: from then
    on months become final here and their prizes can be marked as paid.
  </>
);
export const monthEndLabel = "Month-end";
export const health = "Health";
export const casinoDidNotAnswer = (healthText: ReactNode) => (
  <>The casino's last answer was an error. See it under {healthText}.</>
);
export const fetch = "Fetch";
export const fetchAgain = "Fetch again";
export const nothingKnownYet = (name: string | number) => `No figures for ${name} yet`;
export const casinoAskedEachMonth = "Months are fetched one by one, the newest first.";
export const placesChangeUntilMonth =
  "Ranks change until the month ends. Prizes can be marked as paid once it is final.";
export const monthHasEndedFigures =
  "The month has ended, and its figures may still be corrected. Prizes can be marked as paid once it is final.";
export const finalSince = (frozenAt: string | number) => `Its ranks are final since ${frozenAt}.`;
export const nobodyHasWonPrize = (since: string | number) => `${since} No prizes were won.`;
export const prizeHasBeenPaid = (since: string | number) =>
  `${since} A prize has been paid, so they stay as they are.`;
export const canBeFetchedAgain = (since: string | number) =>
  `${since} They can be fetched again until the first prize is marked as paid.`;
export const casinoMadeTheseFigures = (madeAt: string | number) =>
  `The casino made these figures: ${madeAt}`;
export const ofPaid = (count: string | number, length: string | number) =>
  `${count} of ${length} paid`;
export const all = (allText: string | number) => `All of ${allText}`;
export const stillPay = (allText: string | number) => `${allText} still to pay`;
export const inText = (count: number) => `in ${formatCount(count, "month")}`;
export const prizesPay = "Prizes to pay ";
export const casinosAnswerCouldNot = (message: string | number) =>
  `The casino's answer could not be saved: ${message}`;
export const rawAnswer = "Raw answer";
export const fetchText = (name: string | number) => `Fetch ${name}?`;
export const fetchAgainText = (name: string | number) => `Fetch ${name} again?`;
export const fetchFinalEffect =
  "The casino is asked again, and its answer replaces these final figures: ranks may change, and with them the winners.";
export const fetchEffect = "The casino is asked now, and its answer replaces the current figures.";
export const hasBeenFetched = (name: string | number, players: number) =>
  `${name} has been fetched: ${formatCount(players, "player")}.`;
export const loadingHowMonthEnds = "Loading the end of the month";

export const notMarkedPaid = (usernameText: string | number, message: string | number) =>
  `${usernameText} was not marked as paid: ${message}`;
export const paidText = (paidAt: string | number) => `Paid ${paidAt}`;
export const paidNamed = (usernameText: string | number, prizeText: string | number) =>
  `Paid: ${usernameText}, ${prizeText}`;
export const unmarkQuestion = (usernameText: string | number) =>
  `Mark ${usernameText}'s prize as unpaid?`;
export const prizeRankShownEveryone = (
  prizeText: string | number,
  rankText: string | number,
  month: string | number,
) =>
  `The prize of ${prizeText} for rank ${rankText} of ${month} is shown to everyone as paid. It will be shown as unpaid.`;
export const unmark = "Mark as unpaid";

export const no = (rankText: string | number, wagered: ReactNode, month: string | number) => (
  <>
    No. {rankText} with {wagered} in {month}
  </>
);
export const playerSampleDataMade = "This player is sample data: made up, and never tracked.";
export const nothingHasBeenTracked =
  "Nothing has been tracked for this player yet. Tracking starts with the first reading of the casino's figures.";
export const today = "Today";
export const day = "On this day";
export const thisMonth = "This month";
export const untilThen = (month: string | number) => `${month} until then`;
export const trackingBeganDayEarlier =
  "Tracking began on this day; earlier wagers are not included.";
export const trackedSince = (trackedSinceText: string | number) =>
  `Tracked since ${trackedSinceText}.`;
export const inTotal = "Wagered in total";
export const loadingText = "Loading";
export const dayLabel = "Day";
export const previousDay = "Previous day";
export const todayText = "today";
export const nextDay = "Next day";
export const bestLast30Days = "Best of the last 30 days";
export const noWagersLast30 = "No wagers in the last 30 days.";
export const noWagersSinceTracking = (since: string | number) =>
  `No wagers since tracking began on ${since}.`;
export const loadingWagers = "Loading the wagers";

export const resetToday = "Reset Today";
export const resetTodayText = "Reset today?";
export const resetTodayEffect =
  "Today's wagers start again from 0. Other days and the months stay.";
export const resetSuccessful = "Reset successful!";
export const resetDatabase = "Reset Database";
export const resetDatabaseText = "Reset the database?";
export const wagerHistoryEveryDay =
  "The wager history of every day is deleted. Players and months stay.";
export const completeReset = "Complete Reset";
export const completeResetText = "Complete reset?";
export const completeResetEffect =
  "Everything that was tracked is deleted: players, months and the history of every day.";
export const completeResetSuccessful = "Complete reset successful!";
export const resetTracking = "Reset wager tracking";
export const daysEachPlayerCounted =
  "The days of each player, counted from the casino's figures. A backup is taken before anything is reset.";
export const cancel = "Cancel";
export const done = "Done";
export const backupEverythingTakenFirst =
  "A full backup is taken first, and you'll see where it is.";
export const typeConfirm = (word: string | number) => `Type ${word} to confirm`;
export const resetFailed = "Reset failed: ";
export const backups = "backups";
export const backupFolderDataFolder = (backupsText: ReactNode) => (
  <>Backup, in the folder {backupsText} of the data folder</>
);
export const nameBackup = "name of the backup";

export const totalPlayers = "Total Players";
export const averageWagered = "Average Wagered";
export const topPlayer = "Top Player";

export const prizesPayText = "Prizes to pay";
export const everyPrizeFinalMonths = "Every prize of the final months is marked as paid.";
export const finalMonthsWhosePrizes =
  "Final months with unpaid prizes. Mark the ones you paid elsewhere together.";
export const markPaid = "Mark as paid";
export const markMonthsPaid = (length: number) => `Mark ${formatCount(length, "month")} as paid`;
export const selectAll = "Select all";
export const months = "Months";
export const select = (month: string | number) => `Select ${month}`;
export const ofPaidText = (paidText2: string | number, winners: string | number) =>
  `${paidText2} of ${winners} paid`;
export const monthCount = (count: number) => formatCount(count, "month");
export const prizeCount = (count: number) => formatCount(count, "prize");
export const markPaidQuestion = (name: string | number) => `Mark ${name} as paid?`;
export const willShownEveryonePaid = (prizes: string | number) =>
  `${prizes} will be shown to everyone as paid. You can undo this only one prize at a time.`;
export const markPrizesPaid = (prizes: string | number) => `Mark ${prizes} as paid`;
export const markedPaid = (prizes: string | number, name: string | number) =>
  `${prizes} of ${name} marked as paid.`;
export const monthsMark = "Months to mark";

export const bonusBuy = (amount: string | number) => `${amount} bonus buy`;
export const noDataAvailableTry = (month: string | number) =>
  `No data available for ${month}. Try another month or check back later.`;

export const anotherPlayerHasRank = "Another player has this rank now. The month was reloaded.";
export const prizesPayHaveChanged =
  "The prizes to pay have changed and were reloaded. Please check again.";

export const none = "None";
export const accounts = "Accounts";
export const pendingApprovals = "Pending approvals";
export const gamesOffline = "Games offline";

export const sampleDataForDemonstrationPurposes = "sample data for demonstration purposes";
export const isFinal = (month: string) => `${month} is final`;
export const isRunning = (month: string) => `${month} is running`;
export const isProvisional = (month: string) => `${month} is provisional`;
