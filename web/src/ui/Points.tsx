import { cx } from "./cx";
import { NumberTicker } from "./NumberTicker";

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A whole number of points with thousands separators. */
export function formatPoints(amount: number): string {
  return grouped.format(amount);
}

type PointsProps = {
  amount: number;
  /** Runs to a new amount instead of jumping. */
  ticking?: boolean;
  /** Puts + before a gain and − before a loss. */
  signed?: boolean;
  className?: string;
};

/** An amount of points with its coin. */
export function Points({ amount, ticking = false, signed = false, className }: PointsProps) {
  const sign = signed && amount > 0 ? "+" : "";
  const format = (value: number) =>
    signed && value < 0 ? `−${formatPoints(-value)}` : sign + formatPoints(value);
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 font-semibold whitespace-nowrap text-gold-300 tabular-nums",
        className,
      )}
    >
      <Coin />
      <span>
        {ticking ? <NumberTicker value={amount} format={format} /> : format(amount)}
        <span className="sr-only"> points</span>
      </span>
    </span>
  );
}

/** The coin that marks points. */
export function Coin({ className = "size-[1.1em]" }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={cx("shrink-0", className)}>
      <circle cx="10" cy="10" r="9" className="fill-gold-600" />
      <circle cx="10" cy="9.5" r="8.5" className="fill-gold-300" />
      <circle cx="10" cy="9.8" r="6.9" className="fill-gold-400" />
      <circle cx="10" cy="9.8" r="2.9" className="fill-on-gold" />
    </svg>
  );
}
