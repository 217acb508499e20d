import type { ReactNode } from "react";
import { formatOrdinal } from "@/ui/format/ordinals";
import { PointsName, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";
import type { Colour } from "../layout";
import type { RouletteKind } from "../published-table";

export const recentRounds = {
  loading: "Loading your last spins",
  failed: "Your last spins could not be loaded.",
  empty: (most: number) => `Your last ${most} spins will appear here.`,
  title: "Your last spins, newest first",
};
const count = (done: number) => formatCount(done, "spin");
export const autoRun = {
  count: "Number of spins",
  range: (most: string) => `1 to ${most} spins`,
  progress: (done: ReactNode, all: number) =>
    all > 0 ? (
      <>
        Spin {done} of {all}
      </>
    ) : (
      <>Spin {done}</>
    ),
  finished: (done: number) => `Auto finished: ${count(done)}.`,
  stopped: (done: number) => `Auto stopped after ${count(done)}.`,
};
export const placeChip = "Place a chip to spin";
export const spinFor = (points: string) => `Spin for ${points}`;
export const spinning = "Spinning";
export const betKeys = (key: (name: string) => ReactNode) => (
  <>
    {key("Space")} or {key("Enter")} spins
  </>
);
export const skipSpin = "Skip";

export const chips = "Chip";
export const chipOf = (points: number) => `Chip of ${points}`;
export const undo = "Undo";
export const double = "Double";
export const clear = "Clear";
export const rebet = "Rebet";
export const tooHigh = (most: number, total: number) =>
  `A round takes ${most} ${pointsName} at most. That would make ${total}.`;
export const balanceTooLow = (total: number) =>
  `Your balance is too low for ${total} ${pointsName}.`;

export const kinds: Readonly<Record<RouletteKind, string>> = {
  straight: "Straight up",
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
  low: "Low, 1 to 18",
  high: "High, 19 to 36",
};
export const straightBet = (number: number) => `Number ${number}`;
export const sixLineBet = (first: number, last: number) => `Six line ${first} to ${last}`;
export const insideBet = (kind: RouletteKind, numbers: readonly number[]) =>
  `${kinds[kind]} ${numbers.join(", ")}`;
export const dozenBet = (pick: number, first: number, last: number) =>
  `${formatOrdinal(pick)} dozen, ${first} to ${last}`;
export const columnBet = (pick: number, first: number) =>
  `${formatOrdinal(pick)} column, from ${first}`;

/** What is printed on the table, by spot. */
export const printed: Readonly<Record<string, string>> = {
  "dozen-1": "1st 12",
  "dozen-2": "2nd 12",
  "dozen-3": "3rd 12",
  "column-1": "2 to 1",
  "column-2": "2 to 1",
  "column-3": "2 to 1",
  low: "1–18",
  even: "Even",
  red: "Red",
  black: "Black",
  odd: "Odd",
  high: "19–36",
};
export const boardLabel =
  "Table of bets. Arrow keys move between bets, Space or Enter places the chosen chip, Delete takes it away.";
export const boardHint = "Scroll inside the frame for all 37 numbers";
/** `placed` and `returned` are null where there is nothing to say of them. */
export const spotLabel = (
  bet: string,
  isWinner: boolean,
  placed: string | null,
  returned: number | null,
) =>
  [
    bet,
    ...(isWinner ? ["came up"] : []),
    ...(placed === null ? [] : [`${placed} placed`]),
    ...(returned === null ? [] : [returned > 0 ? `returned ${returned}` : "lost"]),
  ].join(", ");

const colours: Record<Colour, string> = { green: "green", red: "red", black: "black" };
export const spin = (number: number, colour: Colour) => `${number} ${colours[colour]}`;
export const spinWon = (result: string, payout: string, profit: string) =>
  `${result}, returned ${payout}, +${profit}`;
export const spinPushed = (result: string) => `${result}, stake returned`;
export const spinLost = (result: string, loss: string) => `${result}, −${loss}`;
export const spinLostInPart = (result: string, payout: string, loss: string) =>
  `${result}, returned ${payout}, −${loss}`;
export const placeHint = "Press the table to place the chosen chip.";

export const yourBets = "Your bets";
export const paidBets = "What your bets paid";
export const noBets =
  "Press the table to place the chosen chip: on a number, on the line between two, where four meet, or on the edge of a row. A right click or a long press takes it away.";
export const returns = (points: string) => `returns ${points}`;
export const paid = (points: string) => `paid ${points}`;
export const lost = "lost";
export const takeAway = (bet: string) => `Take ${bet} away`;
export const pointsPlaced = `${PointsName} on the table`;
export const averageReturn = "Average return";
export const profitChance = "Chance of a profit";
export const highestReturn = "Highest return";

export const addBet = "Add a bet";
export const kindOfBet = "Kind of bet";
export const numbers = "On";
export const points = PointsName;
export const pointsProblem = (most: number) => `A whole number from 1 to ${most}`;
export const odds = (covered: number, chance: string, times: number, average: string) =>
  `Wins in ${covered} of 37 (${chance}%) and returns ${times} times the ${pointsName}: ${average}% on average, like every bet.`;
export const addToTable = "Add to the table";
