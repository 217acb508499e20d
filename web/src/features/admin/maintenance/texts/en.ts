import { formatCount, plural } from "@/ui/format/words";

export const pageTitle = "Game Maintenance";
export const intro = "Turn games on and off, and follow the latest bets.";
export const tabs = "Game maintenance";
export const tabGames = "Game Maintenance";
export const tabBets = "Live Bets";

export const theStates = "The states";
export const loadingGames = "Loading the games";
export const allOnline = (games: number) => `All ${games} games are online.`;
export const someOffline = (offline: number, games: number) =>
  `${offline} of ${games} games ${plural(offline, "is", "are")} offline.`;
export const somePaused = (games: number) =>
  `${formatCount(games, "is", "are")} paused: the prize budget is used up.`;
export const pausesFailed = (reason: string) =>
  `Which games are paused could not be read: ${reason}`;
export const offline = "OFFLINE";
export const online = "ONLINE";
export const pausedUntil = (time: string) => `Paused until ${time}`;

export const enable = "Enable";
export const disable = "Disable";
export const enableGame = (game: string) => `Enable ${game}`;
export const disableGame = (game: string) => `Disable ${game}`;
export const enableAll = "Enable all games";
export const disableAll = "Disable all games";

const enableText = "Members can place bets again right away.";
export const enableOne = (game: string) => ({
  title: `Enable ${game}?`,
  text: enableText,
  confirm: `Enable ${game}`,
  done: `${game} is online`,
});
export const disableOne = (game: string) => ({
  title: `Disable ${game}?`,
  text: "Members see right away that the game is under maintenance. Open rounds may be finished; new bets are refused.",
  confirm: `Disable ${game}`,
  done: `${game} is offline`,
});
export const enableAllGames = {
  title: "Enable all games?",
  text: enableText,
  confirm: enableAll,
  done: "All games are online",
};
export const disableAllGames = {
  title: "Disable all games?",
  text: "Members see right away that the games are under maintenance. Open rounds may be finished; new bets are refused.",
  confirm: disableAll,
  done: "All games are offline",
};

export const theBets = "The bets";
export const loadingBets = "Loading the bets";
export const noBets = "No bets yet";
export const noBetsHint = "Bets in the site's games will appear here as they are placed.";
export const showLatest = (count: number) => `Show the latest ${count}`;
export const showAll = (count: number) => `Show all ${count}`;
export const liveBets = "Live bets";
export const betsCaption = "The latest bets, newest first";
export const columns = {
  time: "Time",
  player: "Player",
  game: "Game",
  betType: "Bet type",
  bet: "Bet",
  paid: "Paid",
  result: "Result",
};
export const testAccount = "Test";
export const results = { win: "Win", loss: "Loss", push: "Push" };
