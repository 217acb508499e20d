import type { components } from "./schema";

/** How much the figures of a month can be relied upon. */
export type WagerStanding = "Sample" | "Running" | "Provisional" | "Final";

/** Null when there are no figures. */
export function wagerStanding(board: components["schemas"]["WagerAnswer"]): WagerStanding | null {
  if (board.source === "sample") return "Sample";
  if (board.source === "none" || board.entries.length === 0) return null;
  if (board.month >= board.currentMonth) return "Running";
  return board.provisional ? "Provisional" : "Final";
}
