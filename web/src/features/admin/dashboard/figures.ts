import { formatMonth } from "@/ui/format/dates";
import { type Month } from "@/ui/months";
import type { Board, Place } from "./queries";
import * as texts from "./texts/en";

/** The four figures over the board. */
export type Figures = {
  players: number;
  wagered: number;
  average: number;
  top: Place | null;
};

/** Added up in cents: dollars with a fraction do not add up exactly. */
export function figuresOf(entries: readonly Place[]): Figures {
  const cents = entries.reduce((sum, { wagered }) => sum + Math.round(wagered * 100), 0);
  return {
    players: entries.length,
    wagered: cents / 100,
    average: entries.length === 0 ? 0 : Math.round(cents / entries.length) / 100,
    top: entries.find(({ wagered }) => wagered > 0) ?? null,
  };
}

/** The places whose name contains the text, with their ranks; the one with exactly that name is first. */
export function found(entries: readonly Place[], text: string): readonly Place[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return entries;
  const isOther = ({ username }: Place) => Number(username.toLowerCase() !== wanted);
  return entries
    .filter(({ username }) => username.toLowerCase().includes(wanted))
    .toSorted((one, other) => isOther(one) - isOther(other));
}

/** The name of the file that the board is saved as. */
export function csvName(board: Board): string {
  return `wager-leaderboard-${board.month}${board.source === "sample" ? "-sample" : ""}.csv`;
}

/** The board for spreadsheets; made-up figures say so in the file, too. */
export function csvOf({ entries, source }: Board): string {
  const rows = entries.map(({ rank, username, wagered, prize }) => [
    String(rank),
    username,
    wagered.toFixed(2),
    prizeCell(prize),
  ]);
  const lines = [
    [texts.rank, texts.username, texts.totalWagered, texts.prize],
    ...rows,
    ...(source === "sample" ? [["", texts.sampleDataForDemonstrationPurposes, "", ""]] : []),
  ].map((row) => `${row.map(cell).join(",")}\r\n`);
  // Without the mark spreadsheets take names outside English for another encoding.
  return `\uFEFF${lines.join("")}`;
}

function prizeCell(prize: Place["prize"]): string {
  if (prize === null) return "";
  return prize.kind === "bonusBuy" ? texts.bonusBuy(prize.amount) : String(prize.amount);
}

/** Names are other people's: what a spreadsheet would take for a formula is text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What a month without players says when the server has not worded it. */
export function emptyText(month: Month): string {
  return texts.noDataAvailableTry(formatMonth(month));
}
