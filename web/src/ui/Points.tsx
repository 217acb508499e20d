import { cx } from "./cx";
import { formatCompactPoints, formatPoints, formatSignedPoints } from "./format/numbers";
import { NumberTicker } from "./NumberTicker";
import { Said } from "./Said";
import * as texts from "./texts/en";

/** The size of a balance beside a heading: all digits of the largest fit on a phone. */
export function balanceSize(amount: number): string {
  return amount < 1_000_000_000 ? "text-2xl" : "text-base sm:text-lg";
}

type PointsProps = {
  amount: number;
  /** Runs to a new amount instead of jumping. */
  ticking?: boolean;
  /** Puts + before a gain and − before a loss. */
  signed?: boolean;
  /** Shows large amounts in short, with the exact one for pointers and screen readers. */
  short?: boolean;
  className?: string;
};

/** An amount of points with its coin. */
export function Points({
  amount,
  ticking = false,
  signed = false,
  short = false,
  className,
}: PointsProps) {
  const format = signed ? formatSignedPoints : formatPoints;
  const shown = short ? formatCompactPoints : format;
  const exact = format(amount);
  return (
    <span
      title={shown(amount) === exact ? undefined : texts.points(exact)}
      className={cx(
        "inline-flex items-center gap-1.5 font-semibold whitespace-nowrap text-gold-300 tabular-nums",
        className,
      )}
    >
      <Coin />
      <span>
        {ticking ? (
          <NumberTicker value={amount} format={shown} said={format} />
        ) : (
          <Said shown={shown(amount)} exact={exact} />
        )}
        <span className="sr-only">{texts.pointsText}</span>
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
