import type { RouletteKind } from "../published-table";

export const all = "the whole table";
export const returns = "what its bets return";
export const betReturns = (kind: RouletteKind) => `what ${kind} returns`;
