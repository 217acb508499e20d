export const addBet = "Add a bet";
export const kindBet = "Kind of bet";
export const on = "On";
export const points = "Points";
export const wholeNumberFrom1 = (maxBet: string | number) => `A whole number from 1 to ${maxBet}`;
export const wins37ReturnsTimes = (
  value: string | number,
  kind: string | number,
  value2: string | number,
  rules: string | number,
) =>
  `Wins in ${value} of 37 (${kind}%) and returns ${value2} times the points: ${rules}% on average, as every bet.`;
export const addTable = "Add to the table";

export const yourBets = "Your bets";
export const whatBetsPaid = "What your bets paid";
export const pressTablePlaceChosen =
  "Press the table to place the chosen chip: on a number, on the line between two, where four meet, or on the edge of a row. A right click or a long press takes it away.";
export const returns = (returnsText: string | number) => `returns ${returnsText}`;
export const paid = (paidText: string | number) => `paid ${paidText}`;
export const takeAway = (spot: string | number) => `Take ${spot} away`;

export const scrollInsideFrameAll = "Scroll inside the frame for all 37 numbers";
export const tableBetsArrowKeys =
  "Table of bets. Arrow keys walk from bet to bet, Space or Enter places the chosen chip, Delete takes it away.";
export const placed = (amount: string | number) => `, ${amount} placed`;
export const returned = (paidText: string | number) => `, returned ${paidText}`;

export const placeChipSpin = "Place a chip to spin";
export const spin = (total: string | number) => `Spin for ${total}`;
export const chip = "Chip";
export const chipText = (value: string | number) => `Chip of ${value}`;
export const undo = "Undo";
export const double = "Double";
export const clear = "Clear";
export const rebet = "Rebet";

export const pressTablePlaceChosenChip = "Press the table to place the chosen chip.";
export const returnedText = (payout: string | number, payout2: string | number) =>
  `returned ${payout}, +${payout2}`;
export const textReturned = (payout: string | number, staked: string | number) =>
  `returned ${payout}, −${staked}`;

export const pressSkip = "Press to skip";

export const roundTakesPointsMost = (maxBet: string | number, total: string | number) =>
  `A round takes ${maxBet} points at most. That would make ${total}.`;
export const balanceTooLowPoints = (total: string | number) =>
  `Your balance is too low for ${total} points.`;

export const straightUp = "Straight up";
export const sixLine = "Six line";
export const number = (value: string | number) => `Number ${value}`;
export const sixLineText = (value: string | number, at: string | number) =>
  `Six line ${value} to ${at}`;
export const from = (value: string | number) => `from ${value}`;

export const whatReturns = (kind: string | number) => `what ${kind} returns`;
export const range = (first: number, last: number) => `${first} to ${last}`;
