import { formatCount, plural } from "@/ui/format/words";

export const theBets = "The bets";
export const noBetsYet = "No bets yet";
export const betsHouseGamesWill = "Bets in the house games will appear here as they are placed.";
export const showLatest = (shown: string | number) => `Show the latest ${shown}`;
export const showAll = (length: string | number) => `Show all ${length}`;
export const liveBets = "Live bets";
export const latestBetsNewestFirst = "The latest bets, newest first";
export const time = "Time";
export const player = "Player";
export const test = "Test";
export const game = "Game";
export const betType = "Bet type";
export const bet = "Bet";
export const paid = "Paid";
export const result = "Result";
export const win = "Win";
export const loss = "Loss";
export const push = "Push";
export const loadingBets = "Loading the bets";

export const gameMaintenance = "Game Maintenance";
export const whichGamesTakeBets = "Which games take bets, and the latest bets.";
export const gameMaintenanceLabel = "Game maintenance";
export const liveBetsText = "Live Bets";

export const theStates = "The states";
export const allGamesOnline = (length: string | number) => `All ${length} games are online.`;
export const gamesOffline = (length: string | number, length2: string | number, length3: number) =>
  `${length} of ${length2} games ${plural(length3, "is", "are")} offline.`;
export const pausedPrizeBudgetUsed = (length: number) =>
  ` ${formatCount(length, "is", "are")} paused: the prize budget is used up.`;
export const enableAllGames = "Enable all games";
export const disableAllGames = "Disable all games";
export const whichGamesPausedCould = (message: string | number) =>
  `Which games are paused could not be read: ${message}`;
export const pausedUntil = (pausedUntilText: string | number) => `Paused until ${pausedUntilText}`;
export const enable = "Enable";
export const disable = "Disable";
const finishOpenRounds = "Open rounds may be finished; new bets are refused.";
export const disableGameText = `Members see at once that the game is under maintenance. ${finishOpenRounds}`;
export const disableGamesText = `Members see at once that the games are under maintenance. ${finishOpenRounds}`;
export const membersCanPlaceBets = "Members can place bets again at once.";
export const allGames = (state: string | number) => `All games are ${state}`;
export const loadingGames = "Loading the games";
