import type { ReactNode } from "react";
import { formatCount } from "@/ui/format/words";

export const mines = "Mines";
export const minesMinesBetFind = (minesText: string | number, bet: string | number) =>
  `Mines with ${minesText} mines at a bet of ${bet}: find so many gems, then cash out`;
export const nextPick = "Next pick";
export const reachedGem = (firstAtCap: string | number) => `, reached with gem ${firstAtCap}`;
export const multiplierEndsMorePicks = (
  minesText: number,
  cap: ReactNode,
  reached: ReactNode,
  turnRule: ReactNode,
) => (
  <>
    With {formatCount(minesText, "mine")} the multiplier ends at {cap}×{reached}: more picks can
    only lose. The turn rule is {turnRule}.
  </>
);
export const turnRuleOff = "off";
export const turnRuleOn = (percent: string) => `on, up to ${percent}% a pick, and counted in`;
