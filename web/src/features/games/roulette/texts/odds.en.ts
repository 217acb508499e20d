import type { RouletteKind } from "../published-table";

export const tableCaption = "Roulette by kind of bet";
export const bet = "Bet";
export const numbers = "Numbers";
export const chance = "Chance";
export const pays = "Pays";
export const averageReturn = "Return";
export const kinds: Readonly<Record<RouletteKind, string>> = {
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
