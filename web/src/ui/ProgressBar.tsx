import { cx } from "./cx";

type ProgressBarProps = {
  /** What makes progress. */
  label: string;
  /** From 0 to 1. */
  share: number;
  /** How far it is, in words. */
  text: string;
  /** Follows the share in per cent at the end of the line. */
  end?: string;
};

/** How far something is: a bar with a line below. */
export function ProgressBar({ label, share, text, end = "" }: ProgressBarProps) {
  return (
    <>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={text}
        className="h-2.5 overflow-hidden rounded-full bg-ink-700"
      >
        <div
          style={{ transform: `scaleX(${share})` }}
          className={cx(
            "h-full origin-left rounded-full bg-gold-400 transition-transform duration-300",
            share === 0 && "opacity-0",
          )}
        />
      </div>
      <p aria-hidden="true" className="mt-2 flex justify-between gap-4 text-sm text-muted">
        <span>{text}</span>
        <span>
          {Math.floor(share * 100)}%{end}
        </span>
      </p>
    </>
  );
}
