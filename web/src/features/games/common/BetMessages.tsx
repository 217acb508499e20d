import { useMember } from "@/features/session/store";
import { cx } from "@/ui/cx";
import { Notice } from "@/ui/Notice";
import type { GameNotice } from "./bet-failure";

type BetMessagesProps = {
  /** The balance is below the smallest bet. */
  isEmpty: boolean;
  notice: GameNotice | null;
  className?: string;
};

/** Whether this member's account may bet at all. */
export function useIsActive(): boolean {
  return useMember()?.isActive ?? true;
}

/** Why no bet is possible, and what became of the last one. */
export function BetMessages({ isEmpty, notice, className }: BetMessagesProps) {
  const isActive = useIsActive();
  const showsEmpty = isEmpty && isActive;
  if (isActive && !showsEmpty && notice === null) return null;
  return (
    <div className={cx("flex flex-col gap-3", className)}>
      {!isActive && <Notice tone="error">Your account is inactive</Notice>}
      {showsEmpty && (
        <Notice>You have no points to bet yet. They show up here the moment you get some.</Notice>
      )}
      {notice !== null && <Notice tone={notice.tone}>{notice.text}</Notice>}
    </div>
  );
}
