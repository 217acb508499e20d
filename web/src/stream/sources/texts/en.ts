export const test = "Test";

export const daysHours = (days: number, hours: number) => `${days}d ${hours}h`;
export const times = (multiplier: string) => `${multiplier}x`;
export const pointCount = (amount: string, name: string) => `${amount} ${name}`;

export const giveawayEndsIn = "Giveaway ends in";
export const giveawayStartsIn = "Giveaway starts in";

export const live = "Live";
export const wonTimes = (game: string, multiplier: string) => `${multiplier} on ${game}`;
export const wonTimesOnly = (multiplier: string) => `won ${multiplier}`;
export const claimed = "claimed for today";
export const bought = (item: string) => `bought ${item}`;
export const boughtItem = "bought from the shop";
export const joined = "joined the community";
export const plus = (amount: string) => `+${amount}`;

export const pointsLeaderboard = (points: string) => `${points} leaderboard`;
export const wagerLeaderboard = "Wager leaderboard";
export const topOfWeek = "Top of the week";
export const topOfMonth = "Top of the month";
export const topThree = "Top three";
export const freePlace = "Open place";

export const openingSoon = "Opening soon";
export const openNow = "Open now";
export const lastMinute = "Last minute";
export const endsIn = "Ends in";
export const opensIn = "Opens in";
export const tickets = "Tickets";
export const entrants = "Members in";
export const ticketPrice = "Per ticket";
export const freeEntry = "Free entry";
export const enterAt = (address: string) => `Enter at ${address}`;
export const soonAt = (address: string) => `Soon at ${address}`;
export const enterOnSite = (site: string) => `Enter on ${site}`;
export const soonOnSite = (site: string) => `Soon on ${site}`;
export const drawing = "Drawing the winner";
export const drawingFrom = (tickets: string) => `One of ${tickets} tickets wins`;
export const ticketNumber = (number: string) => `#${number}`;
export const haveWinner = "We have a winner";
export const wins = (prize: string) => `wins ${prize}`;
export const ticketWon = (number: string) => `Ticket #${number}`;
export const checkDraw = (address: string) => `Check the draw: ${address}`;
export const cancelled = "Cancelled";
export const cancelledText = "The giveaway was cancelled. Tickets are refunded.";
export const noWinner = "No winner";
export const noWinnerText = "The giveaway ended without a winner.";

export const bonusHunt = "Bonus hunt";
export const opened = (opened: string, total: string) => `${opened} of ${total} opened`;
export const collected = (total: string, count: number) =>
  count === 1 ? "1 bonus collected" : `${total} bonuses collected`;
export const collecting = "Collecting bonuses";
export const opening = "Opening";
export const startsSoon = "Opening soon";
export const waitingForNext = "Next slot soon";
export const start = "Start";
export const profit = "Profit";
export const needed = "Needed";
export const average = "Average";
export const best = "Best";
export const calledBy = (name: string) => `called by ${name}`;
export const betOf = (amount: string) => `${amount} bet`;
export const won = "Won";
export const huntComplete = "Hunt complete";

export const goalOf = (target: string) => `of ${target}`;
export const membersCount = (target: string) => `${target} members`;
export const reached = "Goal reached";
export const goal = "Community goal";

export const winnerAlert = "Giveaway winner";
export const challengeAlert = "Challenge completed";
export const winAlert = "Big win";
export const linkedAlert = "New in the community";
export const linkedText = "just linked their account";

export const rowsOf = (bet: string) => `Bet ${bet}`;
export const rollOver = (target: string) => `Over ${target}`;
export const rollUnder = (target: string) => `Under ${target}`;
export const targetOf = (target: string) => `Target ${target}`;
export const noWin = "No win";
export const wonAmount = (amount: string) => `+${amount}`;
export const slotGame = "Slot";
export const diceGame = "Dice";
export const limboGame = "Limbo";
