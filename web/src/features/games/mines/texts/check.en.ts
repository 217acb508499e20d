import type { MinesStatus } from "../check/prove";

export const mines = "Mines";
export const actions = "Tiles in order";
export const actionsHint = "0 to 24 row by row, then cashout: 6 12 18 cashout";
export const turnRule = "Turn rule (ppm)";
export const turnRuleHint = "Empty: as in the table";
export const cashOutAtCap = "Cash out at the cap";
export const asInTable = "Default";
export const yes = "Yes";
export const no = "No";
export const badMines = "1 to 24 mines";
export const badTile = "Tiles are numbered 0 to 24";
export const tileTaken = "A tile is revealed twice";
export const nothingToCashOut = "There is nothing to cash out before the first gem";
export const roundOver = "The round is over before the last of these";
export const lastStep =
  "Before the first tile, the mines are picked out of 25 tiles by a shuffle. Their places are fixed from that moment; turning tiles only shows them.";

export const board = "Tiles row by row";
export const results: Record<MinesStatus, (multiplier: string, isTurned: boolean) => string> = {
  open: () => "Still open",
  lost: (_, isTurned) => (isTurned ? "Hit a mine that the turn rule made" : "Hit a mine"),
  cashed_out: (multiplier) => `Cashed out at ${multiplier}×`,
  cleared: (multiplier) => `Every gem found at ${multiplier}×`,
  refunded: (multiplier) => `Bet returned at ${multiplier}×`,
};
const contents = { mine: "mine", turned: "turned into a mine", gem: "gem" };
/** `opened`: when it was opened, from 1; 0 for never. */
export const tile = (number: number, content: keyof typeof contents, opened: number) =>
  `Tile ${number}: ${contents[content]}${opened > 0 ? `, opened as number ${opened}` : ""}`;
