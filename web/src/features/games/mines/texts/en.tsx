import type { ReactNode } from "react";
import { formatCount, plural } from "@/ui/format/words";

export const board5Rows5 = "Board, 5 rows of 5 tiles";

export const gemCount = (count: number) => formatCount(count, "gem");
export const startGame = "Start game";
export const space = "Space";
export const enter = "Enter";
export const orStarts = (spaceText: ReactNode, enterText: ReactNode) => (
  <>
    {spaceText} or {enterText} starts
  </>
);
export const bet = "Bet ";
export const mineWord = (count: number) => plural(count, "mine");
export const findGemCashOut = "Find a gem to cash out";
export const cashOut = (points: number) => `Cash out ${formatCount(points, "point")}`;
export const randomTile = "Random tile";
export const cashesOutPicksRandom = (c: ReactNode, r: ReactNode) => (
  <>
    {c} cashes out, {r} picks a random tile
  </>
);

export const gemsFindBeforeCash = "Gems to find before you cash out";
export const whatEachGemPays = "What each gem pays";
export const returnsPoints = (shownBet: string | number) => `, returns ${shownBet} points`;

export const mines = "Mines";
export const minesText = (minesText2: string | number) => `${minesText2} mines`;
export const n24MinesReturnsAverage = (all: string | number) =>
  `24 mines returns ${all}% on average.`;

export const mineCount = (count: number) => formatCount(count, "mine");

export const pressGo = "Press to continue";
export const everyGemFound = "Every gem found";
export const cashedOut = "Cashed out";
export const betReturned = "Bet returned";
export const roundWasLeftOpen = "The round was left open without a gem";
export const mine = "Mine";
export const turned = "Turned";
export const turnRuleMadeMine = "The turn rule made it a mine. ";
export const noGemFound = "No gem found";

export const ofText = (tiles: string | number) => `of ${tiles}`;
export const maximumMultiplierReachedMore = "Maximum multiplier reached: more picks can only lose";
export const roundOpenPickTile = (minesText2: number) =>
  `Round open with ${formatCount(minesText2, "mine")}. Pick a tile.`;
export const tileTurnedIntoMine = "The tile turned into a mine";
export const foundRoundLostMinus = (
  what: string,
  found: string | number,
  staked: string | number,
) => `${what}. ${found} found, round lost, minus ${staked} points.`;
export const timesPoints = (
  what: string,
  found: string | number,
  multiplier: string | number,
  payout: string | number,
) => `${what} with ${found} at ${multiplier} times: ${payout} points.`;
export const roundWasLeftOpenWithout = (payout: string | number) =>
  `The round was left open without a gem. ${payout} points returned.`;

export const tileRowColumn = (row: string | number, tile: string | number) =>
  `Tile row ${row}, column ${tile}`;
export const toMines = (minesMin: string | number, minesMax: string | number) =>
  `${minesMin} to ${minesMax} mines`;
