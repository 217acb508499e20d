import { cx } from "./cx";

/** The shape of what is still loading; size and corners come from its owner. Its owner says "loading" to screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx("relative block overflow-hidden bg-ink-800", className)}>
      <span className="absolute inset-0 animate-shimmer bg-linear-to-r from-transparent via-white/6 to-transparent motion-reduce:hidden" />
    </span>
  );
}
