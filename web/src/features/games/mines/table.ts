import { create } from "zustand";
import { api } from "@/wire/http";
import type { SubmitHeaders } from "@/wire/submit";
import { delay } from "../common/instant-table";
import { lostBet } from "../common/lost-answer";
import { readingTable, type StepState, stepTable } from "../common/step-table";
import { type MinesRound, readMinesRound, TILES } from "./model";
import * as texts from "./texts/en";

/** How long a tile takes to turn over. */
export const FLIP_MS = 240;
/** How long the rest of the board takes to turn over when a round has ended. */
export const LAYOUT_MS = 620;
/** How long the result stands before the board is laid anew. */
const RESULT_MS = 2_000;

export type MinesMove =
  | { kind: "start"; bet: number; mines: number }
  | { kind: "reveal"; tile: number }
  | { kind: "cashout" };

type MinesTableState = StepState<MinesRound, MinesMove> & {
  /** The typed count of mines. */
  minesText: string;
  /** How many gems the odds beside the bet are worked out for. */
  plannedGems: number;
};

/** The mines table of this window. */
export const useMinesTable = create<MinesTableState>(() => ({
  ...readingTable,
  betText: "10",
  hasChosenBet: false,
  minesText: "3",
  plannedGems: 1,
}));

export const minesTable = stepTable(useMinesTable, {
  id: "mines",
  stakeOf: (move: MinesMove) => (move.kind === "start" ? move.bet : null),
  send: sendMove,
  lostTextsOf: ({ kind }) => (kind === "start" ? lostBet : texts.lostMoves[kind]),
  read: readMinesRound,
  show: (round, before) => {
    const isPick = round.picks.length > (before?.picks.length ?? 0);
    return delay((isPick ? FLIP_MS : 0) + (round.isOpen ? 0 : LAYOUT_MS));
  },
  resultMs: RESULT_MS,
});

function sendMove(move: MinesMove, headers: SubmitHeaders) {
  switch (move.kind) {
    case "start":
      return api.POST("/api/games/mines/start", {
        body: { bet: move.bet, mines: move.mines },
        headers,
      });
    case "reveal":
      return api.POST("/api/games/mines/reveal", { body: { tile: move.tile }, headers });
    case "cashout":
      return api.POST("/api/games/mines/cashout", { body: {}, headers });
  }
}

export function setMinesText(minesText: string): void {
  useMinesTable.setState({ minesText, notice: null });
}

export function planGems(plannedGems: number): void {
  useMinesTable.setState({ plannedGems });
}

/** Presses a tile. Nothing happens on one that lies open, or while no round is. */
export function reveal(tile: number): void {
  const { round } = useMinesTable.getState();
  if (round?.isOpen === true && !round.picks.includes(tile))
    void minesTable.make({ kind: "reveal", tile });
}

/** Presses a closed tile chosen by this browser; which one does not change the chances. */
export function revealRandom(): void {
  const { round } = useMinesTable.getState();
  if (round?.isOpen !== true) return;
  const closed = Array.from({ length: TILES }, (_, tile) => tile).filter(
    (tile) => !round.picks.includes(tile),
  );
  const tile = closed[Math.floor(Math.random() * closed.length)];
  if (tile !== undefined) reveal(tile);
}

/** Takes the points reached; there are none before the first gem. */
export function cashOut(): void {
  const { round } = useMinesTable.getState();
  if (round?.isOpen === true && round.gems > 0) void minesTable.make({ kind: "cashout" });
}
