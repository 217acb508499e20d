import { PointsName, pointName, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const title = "Games";
export const lead = "Which games you offer, bet limits, returns, tables and the prize budget.";
export const offered = "Games you offer";
export const offeredLead =
  "Shown in this order. What is off is in no menu, and its page is not found. Old rounds stay in the history and can still be checked.";
export const prizeBudget = "Prize budget per game and day";
export const prizeBudgetLead = `Net ${pointsName} that a game may pay out in a site day. It pauses when they are used up.`;
export const budgetKinds = "The budget is";
export const budgetNumber = `A number of ${pointsName}`;
export const budgetShare = `A share of all ${pointsName}`;
export const budgetPoints = PointsName;
export const budgetPercent = "Percent";
export const budgetPercentHint = `Of all members' ${pointsName} at the beginning of the day.`;
export const openRounds = "Open rounds";
export const openRoundHours = "Open rounds end after";
export const openRoundHoursHint =
  "Hours until an open round of mines or blackjack is settled automatically.";
export const tables = "Tables";
export const tablesLead =
  "A changed table is in force for the next bet. Open rounds keep theirs, and old rounds can still be verified.";
export const problem = (text: string) => `These tables can't be played: ${text}.`;

export const names = {
  dice: "Dice",
  limbo: "Limbo",
  mines: "Mines",
  keno: "Keno",
  blackjack: "Blackjack",
  slot: "Downunder Dawgs",
  roulette: "Roulette",
  plinko: "Plinko",
};
export const highestReturn = (percent: string) => `Highest return ${percent}`;
export const above = (text: string) => `${text}: pays back more than it takes`;
export const minBet = "Lowest bet";
export const maxBet = "Highest bet";
export const returnPercent = "Return";
export const returnPercentHint = "Before payouts are rounded down.";

export const risk = "Risk";
export const riskNames = { low: "Low", medium: "Medium", high: "High" };
export const risksInList = { low: "low risk", medium: "medium risk", high: "high risk" };
export const picks = "Picks";
export const pickCount = (picks: number) => formatCount(picks, "pick");
export const hits = (hits: number) => formatCount(hits, "hit");
export const kenoNumbers = "Numbers on the board";
export const kenoDrawn = "Numbers drawn";
export const kenoCaptions = {
  low: "Multipliers of keno by picks and hits, low risk",
  medium: "Multipliers of keno by picks and hits, medium risk",
  high: "Multipliers of keno by picks and hits, high risk",
};

export const rows = "Rows";
export const rowCount = (rows: number) => formatCount(rows, "row");
export const bucket = (place: number) => (place === 1 ? "Outer" : `Bucket ${place}`);
export const plinkoHint =
  "Multipliers from the outermost bucket to the middle; the other half mirrors them.";
export const plinkoCaptions = {
  low: "Multipliers of plinko by rows and buckets, low risk",
  medium: "Multipliers of plinko by rows and buckets, medium risk",
  high: "Multipliers of plinko by rows and buckets, high risk",
};
export const betStep = "Bet step";
export const betStepHint = "Bets are multiples of it.";

export const autoCashout = "Cash out at the highest multiplier";
export const autoCashoutHint = "A round ends by itself when it reaches its cap.";
export const caps = "Highest multipliers";
export const capsHint = "Highest multiplier by number of mines.";
export const mineCount = (mines: number) => formatCount(mines, "mine");
export const capOf = (mines: number) => `Highest multiplier with ${formatCount(mines, "mine")}`;

export const rouletteReturns = "Returns";
export const rouletteHint = `${PointsName} handed back per ${pointName} on a winning bet, the stake included.`;
export const rouletteBets = {
  straight: "Straight",
  split: "Split",
  street: "Street",
  corner: "Corner",
  sixline: "Six line",
  dozen: "Dozen",
  column: "Column",
  red: "Red",
  black: "Black",
  odd: "Odd",
  even: "Even",
  low: "Low",
  high: "High",
};

export const preset = "Preset";
export const balanced = "Balanced";
export const classic = "Classic";
export const maxTarget = "Highest target";
export const maxResult = "Highest result";
export const maxResultHint = "Results above it are shown as this.";
export const bands = "Bands of results of limbo";
export const bandsHint = "Weights are out of 100,000.";
export const band = "Band";
export const bandOf = (place: number) => `Band ${place}`;
export const weight = "Weight";
export const lowest = "Lowest";
export const highest = "Highest";
export const step = "Step";
export const bones = "Bones";
export const tiers = "Tiers of the slot";
export const tiersHint = "Weights are out of 10,000; the rest is no win.";
export const tier = "Tier";
export const tierOf = (place: number) => `Tier ${place}`;
export const shownBand = (weight: string, lo: string, hi: string) =>
  `Weight ${weight}: ${lo} to ${hi}`;
export const betSteps = "Bets";
export const betStepsHint = "The bets that can be chosen, separated by commas.";
export const betStepsWrong = "Enter whole numbers separated by commas, such as 1, 5, 10.";

export const mayPayMore = (game: string) => `${game} may pay back more than it takes`;
/** Names of the keys of the section and of its tables. */
export const keys = {
  offered,
  prize_budget: prizeBudget,
  prize_budget_percent: `Prize budget as a share of all ${pointsName}, in percent`,
  open_round_hours: openRoundHours,
  min_bet: "lowest bet",
  max_bet: "highest bet",
  return_percent: "return",
  preset: "preset",
  max_target: "highest target",
  max_result: "highest result",
  balanced: "balanced",
  classic: "classic",
  bands: "bands",
  tiles: "tiles",
  turn_max_ppm: "extra edge",
  auto_cashout_at_cap: "cash out at the cap",
  caps: "highest multipliers",
  numbers: "numbers on the board",
  drawn: "numbers drawn",
  table: "multipliers",
  boards: "multipliers",
  returns: "returns",
  bet_steps: "bets",
  min_bone: "lowest bone",
  bone_unit: "bone unit",
  fillers: "symbols that never pay",
  draw: "draw",
  tiers: "tiers",
  bet_step: "bet step",
};
