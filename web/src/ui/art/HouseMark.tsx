import { useId } from "react";
import { cx } from "../cx";

/** The mark of the site: a house that holds one point. */
export function HouseMark({ className = "size-8" }: { className?: string }) {
  const id = useId();
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx("shrink-0", className)}>
      <defs>
        <linearGradient id={id} x1="7" y1="2" x2="25" y2="30" gradientUnits="userSpaceOnUse">
          <stop stopColor="var(--color-gold-300)" />
          <stop offset=".5" stopColor="var(--accent)" />
          <stop offset="1" stopColor="var(--color-gold-600)" />
        </linearGradient>
      </defs>
      <path
        fill={`url(#${id})`}
        d="M13.6 3.1a3.9 3.9 0 0 1 4.8 0l8.5 6.6a4 4 0 0 1 1.5 3.2v11.6a4.5 4.5 0 0 1-4.5 4.5H8.1a4.5 4.5 0 0 1-4.5-4.5V12.9a4 4 0 0 1 1.5-3.2z"
      />
      <circle cx="16" cy="18" r="5.2" className="fill-ink-900" />
    </svg>
  );
}
