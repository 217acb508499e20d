import { create } from "zustand";
import { api } from "@/wire/http";
import type { SubmitHeaders } from "@/wire/submit";
import { delay } from "../common/instant-table";
import { lostBet } from "../common/lost-answer";
import { readingTable, type StepState, stepTable } from "../common/step-table";
import {
  type BlackjackAction,
  type BlackjackRound,
  emptyFelt,
  type Felt,
  momentsOf,
  readBlackjackRound,
} from "./model";
import * as texts from "./texts/en";

/** From one card to the next. */
export const CARD_MS = 230;
/** After the last card, so that it lies before the result is said. */
const REST_MS = 260;

export type BlackjackMove = { kind: "deal"; bet: number } | { kind: BlackjackAction };

type BlackjackTableState = StepState<BlackjackRound, BlackjackMove> & {
  /** What lies on the felt while cards are dealt. */
  felt: Felt;
};

/** The blackjack table of this window. */
export const useBlackjackTable = create<BlackjackTableState>(() => ({
  ...readingTable,
  betText: "10",
  hasChosenBet: false,
  felt: emptyFelt,
}));

export const blackjackTable = stepTable(useBlackjackTable, {
  id: "blackjack",
  stakeOf: (move: BlackjackMove) => (move.kind === "deal" ? move.bet : null),
  send: sendMove,
  lostTextsOf: ({ kind }) => (kind === "deal" ? lostBet : texts.lostMoves[kind]),
  read: readBlackjackRound,
  show: async (round, before) => {
    for (const felt of momentsOf(round, before)) {
      useBlackjackTable.setState({ felt });
      await delay(CARD_MS);
    }
    await delay(REST_MS);
  },
  resultMs: null,
});

function sendMove(move: BlackjackMove, headers: SubmitHeaders) {
  switch (move.kind) {
    case "deal":
      return api.POST("/api/games/blackjack/deal", { body: { bet: move.bet }, headers });
    case "insure":
    case "decline":
      return api.POST("/api/games/blackjack/insurance", {
        body: { accept: move.kind === "insure" },
        headers,
      });
    case "hit":
      return api.POST("/api/games/blackjack/hit", { body: {}, headers });
    case "stand":
      return api.POST("/api/games/blackjack/stand", { body: {}, headers });
    case "double":
      return api.POST("/api/games/blackjack/double", { body: {}, headers });
  }
}

/** Does one of the actions that the round offers now; anything else is ignored. */
export function act(action: BlackjackAction): void {
  const { round } = useBlackjackTable.getState();
  if (round?.actions.includes(action) === true) void blackjackTable.make({ kind: action });
}
