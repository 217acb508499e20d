import { type Card, countHand, isTen } from "./cards";

/** The dealer's up cards, in the order of the columns. */
export const upCards = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"] as const;

type Row = { name: string; from: number; to: number; plays: string };

/** docs/games.md, section 7: H hit, S stand, D double. */
export const hardRows: readonly Row[] = [
  { name: "4–7", from: 4, to: 7, plays: "HHHHHHHHHH" },
  { name: "8", from: 8, to: 8, plays: "HHHDDHHHHH" },
  { name: "9", from: 9, to: 9, plays: "DDDDDHHHHH" },
  { name: "10", from: 10, to: 10, plays: "DDDDDDDDHH" },
  { name: "11", from: 11, to: 11, plays: "DDDDDDDDDD" },
  { name: "12", from: 12, to: 12, plays: "HHSSSHHHHH" },
  { name: "13–16", from: 13, to: 16, plays: "SSSSSHHHHH" },
  { name: "17–20", from: 17, to: 20, plays: "SSSSSSSSSS" },
];

export const softRows: readonly Row[] = [
  { name: "12 (A, A)", from: 12, to: 12, plays: "HHHDDHHHHH" },
  { name: "13–16", from: 13, to: 16, plays: "HHDDDHHHHH" },
  { name: "17", from: 17, to: 17, plays: "DDDDDHHHHH" },
  { name: "18", from: 18, to: 18, plays: "SDDDDSSHHS" },
  { name: "19", from: 19, to: 19, plays: "SSSSDSSSSS" },
  { name: "20", from: 20, to: 20, plays: "SSSSSSSSSS" },
];

export type ChartPlace = { isSoft: boolean; row: number; column: number };

/** Where a hand stands on the chart; null for one that needs no decision. */
export function placeOnChart(player: readonly Card[], up: Card | undefined): ChartPlace | null {
  if (up === undefined) return null;
  const { total, isSoft } = countHand(player);
  const rows = isSoft ? softRows : hardRows;
  const row = rows.findIndex(({ from, to }) => total >= from && total <= to);
  const column = upCards.findIndex((name) => name === (isTen(up) ? "10" : up.rank));
  return row < 0 || column < 0 ? null : { isSoft, row, column };
}
