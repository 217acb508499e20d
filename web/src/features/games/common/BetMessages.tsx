import { useMember } from "@/features/session/store";
import { ShortOfPoints } from "@/features/wallet/ShortOfPoints";
import { cx } from "@/ui/cx";
import { Notice } from "@/ui/Notice";
import type { GameNotice } from "./bet-failure";
import { useAreOddsMissing } from "./Odds";
import * as texts from "./texts/en";

type BetMessagesProps = {
  /** The balance is below the smallest bet. */
  isEmpty: boolean;
  notice: GameNotice | null;
  /** The typed bet and the most a win at the chosen chance hands back, stake included. */
  win?: { bet: number | null; returns: number | null };
  className?: string;
};

/** Whether this member's account may bet at all. */
export function useIsActive(): boolean {
  return useMember()?.isActive ?? true;
}

/** Why no bet is possible, and what became of the last one. */
export function BetMessages({ isEmpty, notice, win, className }: BetMessagesProps) {
  const isActive = useIsActive();
  const areOddsMissing = useAreOddsMissing();
  const showsEmpty = isEmpty && isActive;
  const warning =
    showsEmpty || areOddsMissing || win === undefined ? null : profitWarning(win.bet, win.returns);
  if (!showsEmpty && notice === null && warning === null) return null;
  return (
    <div className={cx("flex flex-col gap-3", className)}>
      {showsEmpty && (
        <Notice>
          {texts.dontHaveEnoughPoints}
          <ShortOfPoints />
        </Notice>
      )}
      {warning !== null && <p className="text-sm text-muted">{warning}</p>}
      {notice !== null && <Notice tone={notice.tone}>{notice.text}</Notice>}
    </div>
  );
}

/** Small bets round down to whole points, so some of them cannot profit even when they win. */
function profitWarning(bet: number | null, returns: number | null): string | null {
  if (bet === null || returns === null || bet === 0 || returns > bet) return null;
  return returns === bet ? texts.winOnlyReturnsStake : texts.winReturnsLessThan;
}
