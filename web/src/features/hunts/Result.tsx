import { Equal, TrendingDown, TrendingUp } from "lucide-react";
import { cx } from "@/ui/cx";
import { formatSignedCents } from "@/ui/format/dollars";
import { NumberTicker } from "@/ui/NumberTicker";

type ResultProps = {
  /** Dollars; below zero it is a loss. */
  profitLoss: number;
  ticking?: boolean;
  className?: string;
};

/** Profit or loss: its sign and its arrow say what its colour says. */
export function Result({ profitLoss, ticking = false, className }: ResultProps) {
  const [Icon, colour] =
    profitLoss > 0
      ? ([TrendingUp, "text-win"] as const)
      : profitLoss < 0
        ? ([TrendingDown, "text-loss"] as const)
        : ([Equal, "text-muted"] as const);
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 align-middle font-semibold whitespace-nowrap",
        colour,
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-[1.1em] shrink-0" />
      {ticking ? (
        <NumberTicker
          value={Math.round(profitLoss * 100)}
          format={(cents) => formatSignedCents(cents / 100)}
        />
      ) : (
        formatSignedCents(profitLoss)
      )}
    </span>
  );
}
