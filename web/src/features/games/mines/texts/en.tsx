import type { ReactNode } from "react";
import { formatPointCount, pointsName } from "@/ui/format/points";
import { formatCount, plural } from "@/ui/format/words";
import type { TileFace } from "../model";

export const recentRounds = {
  loading: "Loading your last rounds",
  failed: "Your last rounds could not be loaded.",
  empty: (most: number) => `Your last ${most} rounds will appear here.`,
  title: "Your last rounds, newest first",
};
/** Shown for a move while it is unknown whether it counted, and afterwards. */
export const lostMoves = {
  reveal: {
    checking: "Connection lost. Checking whether your pick counted…",
    counted: "Your pick counted.",
    notCounted: "Your pick did not count. You can make it again.",
  },
  cashout: {
    checking: "Connection lost. Checking whether your cash-out counted…",
    counted: "Your cash-out counted.",
    notCounted: "Your cash-out did not count. You can make it again.",
  },
};
export const gemCount = (count: number) => formatCount(count, "gem");
export const mineCount = (count: number) => formatCount(count, "mine");

export const mines = "Mines";
export const customMines = (fewest: number, most: number) => `Custom, ${fewest} to ${most}`;
export const minesProblem = (fewest: number, most: number) => `${fewest} to ${most} mines`;
export const mostMines = (count: number, averagePercent: string) =>
  `With ${formatCount(count, "mine")}, the average return is ${averagePercent}%.`;
export const winCondition = (gems: number) => `${gemCount(gems)}, then cash out`;
export const planChance = (gems: number) => `Chance of ${gemCount(gems)}`;
export const averageReturn = "Average return";
export const firstPick = "First pick survives";
export const topMultiplier = "Top multiplier";
export const startGame = "Start game";
export const startKeys = (key: (name: string) => ReactNode) => (
  <>
    {key("Space")} or {key("Enter")} starts
  </>
);

export const bet = "Bet";
export const minesLaid = (count: number, strong: (text: number) => ReactNode) => (
  <>
    {strong(count)} {plural(count, "mine")}
  </>
);
export const nextPick = "Next pick survives";
export const nextGemReturns = "Next gem returns";
export const returnAt = (gems: number) => `Return at ${gemCount(gems)}`;
export const findGem = "Find a gem to cash out";
export const cashOut = (points: number) => `Cash out ${formatPointCount(points)}`;
export const randomTile = "Random tile";
export const roundKeys = (key: (name: string) => ReactNode) => (
  <>
    {key("C")} cashes out, {key("R")} picks a random tile
  </>
);

export const board = "Board, 5 rows of 5 tiles";
const place = (row: number, column: number) => `Tile row ${row}, column ${column}`;
export const tiles: Record<TileFace, (row: number, column: number) => string> = {
  closed: place,
  gem: (row, column) => `${place(row, column)}, gem found`,
  left_gem: (row, column) => `${place(row, column)}, gem, not found`,
  left_mine: (row, column) => `${place(row, column)}, mine`,
  hit_mine: (row, column) => `${place(row, column)}, the mine you hit`,
  turned: (row, column) => `${place(row, column)}, turned into a mine by the turn rule`,
};

export const ladderBefore = "Gems to find before you cash out";
export const ladderDuring = "What each gem pays";
/** `points`: what cashing out there returns; null while no bet can be read. */
export const rungLabel = (
  gems: number,
  multiplier: string,
  points: string | null,
  isMaximum: boolean,
) =>
  `${gemCount(gems)}: ${multiplier} times${points === null ? "" : `, returns ${points} ${pointsName}`}${isMaximum ? ", the maximum" : ""}`;
export const rung = (gems: number, isMaximum: boolean) =>
  isMaximum ? `${gemCount(gems)} · max` : gemCount(gems);

export const gems = "Gems";
export const gemsFound = (found: number, all: number, small: (text: string) => ReactNode) => (
  <>
    {found}
    {small(`of ${all}`)}
  </>
);
export const multiplier = "Multiplier";
export const nextGem = "Next gem";
export const capReached = "Maximum multiplier reached: more picks can only lose";

export const announceStart = (count: number) =>
  `Round open with ${formatCount(count, "mine")}. Pick a tile.`;
export const announceGem = (found: number, times: string, points: string) =>
  `${gemCount(found)} found, ${times} times, ${points} ${pointsName}.`;
export const announceLost = (isTurned: boolean, found: number, points: string) =>
  `${isTurned ? "The tile turned into a mine" : "Mine"}. ${gemCount(found)} found, round lost, minus ${points} ${pointsName}.`;
export const announceWon = (isCleared: boolean, found: number, times: string, points: string) =>
  `${isCleared ? "Every gem found" : "Cashed out"} with ${gemCount(found)} at ${times} times: ${points} ${pointsName}.`;
export const announceRefunded = (points: string) =>
  `The round was left open without a gem. ${points} ${pointsName} returned.`;

/** `profit` is null where only the stake comes back. */
export const won = (isCleared: boolean, isAutomatic: boolean, profit: string | null) =>
  `${isCleared ? "Every gem found" : "Cashed out"}${isAutomatic ? " automatically" : ""}, ${profit === null ? "your stake is back" : `+${profit}`}`;
export const betReturned = "Bet returned";
export const leftOpen = "The round was left open without a gem";
export const mine = "Mine";
export const turned = "Turned";
export const lost = (isTurned: boolean, found: number, times: string) =>
  `${isTurned ? "The turn rule made it a mine. " : ""}${found === 0 ? "No gem found" : `${gemCount(found)}, ${times}× lost`}`;
export const goOn = "Continue";

export const refundedChip = "returned";
const recent = (laid: number, found: number) => `${mineCount(laid)}, ${gemCount(found)}`;
export const recentRefunded = (laid: number, found: number) =>
  `${recent(laid, found)}, bet returned`;
export const recentLost = (laid: number, found: number) => `${recent(laid, found)}, lost`;
export const recentWon = (laid: number, found: number, times: string) =>
  `${recent(laid, found)}, cashed out at ${times}`;
