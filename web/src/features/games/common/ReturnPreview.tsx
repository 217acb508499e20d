import type { ReactNode } from "react";
import { formatPoints } from "@/ui/format/numbers";
import { Points } from "@/ui/Points";
import { useAreOddsMissing } from "./Odds";
import * as texts from "./texts/en";

type ReturnPreviewProps = {
  /** What has to happen: "A roll under 50.00 wins". */
  condition: ReactNode;
  /** The points staked; null while no bet can be read. */
  bet: number | null;
  /** What a win at this bet hands back, stake included. */
  returns: number | null;
};

/** What a win hands back, in whole points, before the bet is placed (docs/games.md, section 1). */
export function ReturnPreview({ condition, bet, returns }: ReturnPreviewProps) {
  const areOddsMissing = useAreOddsMissing();
  const profit = areOddsMissing || bet === null || returns === null ? null : returns - bet;
  return (
    <div className="rounded-md border border-line bg-ink-900 px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm text-muted">{condition}</span>
        {profit !== null && profit > 0 && (
          <span className="text-sm font-semibold text-win">+{formatPoints(profit)}</span>
        )}
      </div>
      <p className="mt-0.5 text-base font-semibold">
        {areOddsMissing ? (
          <span className="text-faint">{texts.shownOnceOddsLoaded}</span>
        ) : returns === null ? (
          <span className="text-faint">{texts.enterBetSeeWhat}</span>
        ) : (
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            {texts.returns(<Points amount={returns} />)}
            <span aria-hidden="true" className="text-gold-300">
              {texts.pointWord(returns)}
            </span>
          </span>
        )}
      </p>
    </div>
  );
}
