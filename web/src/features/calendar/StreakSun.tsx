import { useId } from "react";
import { cx } from "@/ui/cx";
import { daysOfWeek } from "./model";

/** One ray for each day of the streak's week, from left to right, in degrees off straight up. */
const rays = [-78, -52, -26, 0, 26, 52, 78];

type StreakSunProps = {
  streak: number;
  /** The ray of today is still to be lit. */
  canClaim: boolean;
  className?: string;
};

/** A sun that rises with the week of the streak. Decorative: the number stands below it. */
export function StreakSun({ streak, canClaim, className }: StreakSunProps) {
  const id = useId();
  // With a full week behind it, today's claim begins the next one.
  const lit = canClaim && streak % 7 === 0 ? 0 : daysOfWeek(streak);
  const shines = streak > 0;
  return (
    <svg viewBox="0 0 240 132" aria-hidden="true" className={className}>
      <defs>
        <linearGradient id={`${id}d`} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="var(--color-gold-300)" />
          <stop offset="1" stopColor="var(--color-gold-500)" />
        </linearGradient>
        <radialGradient id={`${id}g`} cx="120" cy="126" r="120" gradientUnits="userSpaceOnUse">
          <stop stopColor="var(--accent)" stopOpacity=".3" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
        </radialGradient>
      </defs>
      {shines && <path d="M0 126a120 120 0 0 1 240 0z" fill={`url(#${id}g)`} />}
      {rays.map((angle, index) => {
        const isLit = index < lit;
        const isToday = canClaim && index === lit;
        return (
          <g key={angle} transform={`rotate(${angle} 120 126)`}>
            <rect
              x="115"
              y="24"
              width="10"
              height="34"
              rx="5"
              fill={isLit ? `url(#${id}d)` : "none"}
              className={cx(
                "transition-opacity",
                !isLit && (isToday ? "stroke-gold-400" : "fill-ink-700"),
              )}
              {...(isToday && { strokeWidth: 2, strokeDasharray: "3.5 4" })}
            />
          </g>
        );
      })}
      <path
        d="M66 126a54 54 0 0 1 108 0z"
        fill={shines ? `url(#${id}d)` : undefined}
        className={shines ? undefined : "fill-ink-800 stroke-ink-600"}
        {...(!shines && { strokeWidth: 2 })}
      />
      {shines && (
        <path
          d="M72 126a48 48 0 0 1 96 0"
          fill="none"
          stroke="oklch(1 0 0 / .35)"
          strokeWidth="1.5"
        />
      )}
      <path d="M8 127h224" className="stroke-line-strong" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
