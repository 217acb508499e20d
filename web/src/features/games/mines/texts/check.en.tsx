import type { ReactNode } from "react";

export const stillOpen = "Still open";
export const hitMine = "Hit a mine";
export const cashedOut = "Cashed out";
export const everyGemFound = "Every gem found";
export const betReturned = "Bet returned";
export const tilesRowRow = "Tiles row by row";
export const openedNumber = (place: string | number) => `, opened as number ${place}`;
export const tile = (tileText: ReactNode, what: ReactNode, part: ReactNode) => (
  <>
    Tile {tileText}: {what}
    {part}
  </>
);

export const mines = "Mines";
export const tilesOrder = "Tiles in order";
export const turnRulePpm = "Turn rule (ppm)";
export const cashOutCap = "Cash out at the cap";
export const defaultText = "Default";
export const yes = "Yes";
export const no = "No";
export const tilesNumbered024 = "Tiles are numbered 0 to 24";
export const tileRevealedTwice = "A tile is revealed twice";
export const thereNothingCashOut = "There is nothing to cash out before the first gem";
export const roundOverBeforeLast = "The round is over before the last of these";
export const beforeFirstTileMines =
  "Before the first tile, the mines are picked out of 25 tiles by a shuffle. Their places are fixed from that moment; turning tiles only shows them.";
