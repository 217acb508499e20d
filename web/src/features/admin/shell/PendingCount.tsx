import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import * as texts from "./texts/en";

type PendingCountProps = { pending: number | undefined; className?: string };

/** How many wait for a decision; nothing while none does. */
export function PendingCount({ pending = 0, className }: PendingCountProps) {
  if (pending === 0) return null;
  return (
    <span
      className={cx(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-text px-1.5 text-xs font-bold text-ink-950",
        className,
      )}
    >
      {formatPoints(pending)}
      <span className="sr-only">{texts.pending}</span>
    </span>
  );
}
