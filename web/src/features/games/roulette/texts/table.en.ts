import type { RouletteKind } from "../published-table";

export const anything = "anything";
export const returns = "what its bets return";
export const betReturns = (kind: RouletteKind) => `what ${kind} returns`;
