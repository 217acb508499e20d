import { useId } from "react";
import { Scene } from "@/ui/art/Scene";
import { cx } from "@/ui/cx";

/** A ticket of 260 by 120 around the middle, with its notches where the stub is torn off. */
const outline =
  "M-118-60h176a12 12 0 0 0 24 0h36a12 12 0 0 1 12 12v96a12 12 0 0 1-12 12H82a12 12 0 0 0-24 0h-176a12 12 0 0 1-12-12v-96a12 12 0 0 1 12-12z";

const edge = "oklch(1 0 0 / .14)";

type FanProps = {
  /** The gold one is there to be had; of an ended giveaway none is. */
  isLit: boolean;
  className?: string;
};

/** A fan of tickets that comes in from the corner above a prize. */
export function TicketFan({ isLit, className }: FanProps) {
  const id = useId();
  return (
    <svg
      viewBox="0 0 300 190"
      aria-hidden="true"
      preserveAspectRatio="xMaxYMin meet"
      className={className}
    >
      <defs>
        <linearGradient id={`${id}gold`} x1="0" y1="0" x2=".25" y2="1">
          <stop className="[stop-color:var(--color-gold-300)]" />
          <stop offset="1" className="[stop-color:var(--color-gold-500)]" />
        </linearGradient>
        <linearGradient id={`${id}dark`} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="oklch(.42 .018 300)" />
          <stop offset="1" stopColor="oklch(.27 .014 300)" />
        </linearGradient>
        <linearGradient id={`${id}shade`} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="oklch(.33 .016 300)" />
          <stop offset="1" stopColor="oklch(.21 .012 300)" />
        </linearGradient>
      </defs>
      <g transform="translate(196 74) scale(.94)">
        <path
          d={outline}
          transform="rotate(24) translate(12 0)"
          fill={`url(#${id}shade)`}
          stroke={edge}
        />
        <path
          d={outline}
          transform="rotate(5) translate(4 -2)"
          fill={`url(#${id}dark)`}
          stroke={edge}
        />
        <g transform="rotate(-14) translate(-6 -4)">
          <path d={outline} transform="translate(0 5)" fill="oklch(0 0 0 / .4)" />
          {isLit ? (
            <path d={outline} fill={`url(#${id}gold)`} />
          ) : (
            <path d={outline} fill={`url(#${id}dark)`} stroke={edge} />
          )}
          <Print isLit={isLit} />
        </g>
      </g>
    </svg>
  );
}

/** What is printed on the front ticket: a frame, the house's coin, the stub. */
function Print({ isLit }: { isLit: boolean }) {
  const ink = isLit ? "oklch(.3 .06 78 / .62)" : "oklch(1 0 0 / .22)";
  return (
    <g fill="none" stroke={ink} strokeWidth="2.5" strokeLinecap="round">
      <path d="M70-42v84" strokeDasharray="1 8" strokeWidth="3" />
      <rect x="-116" y="-46" width="168" height="92" rx="7" />
      <circle cx="-70" cy="0" r="27" />
      <circle cx="-70" cy="0" r="9.5" fill={ink} stroke="none" />
      <path d="M-22-20h56M-22 0h56M-22 20h34" strokeWidth="7" opacity=".7" />
      <path d="M96-34v68" strokeWidth="9" strokeDasharray="3 6 7 6" strokeLinecap="butt" />
    </g>
  );
}

/** One ticket, small: beside a count of them. */
export function TicketMark({ className = "h-5 w-8" }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 24" aria-hidden="true" className={cx("shrink-0", className)}>
      <path
        d="M4 1h21a3 3 0 0 0 6 0h5a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3h-5a3 3 0 0 0-6 0H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z"
        className="fill-gold-400"
      />
      <path d="M28 6v12" className="stroke-on-gold" strokeWidth="1.6" strokeDasharray="1.6 2.6" />
      <circle cx="13" cy="12" r="5.2" className="fill-gold-600" />
      <circle cx="13" cy="12" r="2" className="fill-on-gold" />
    </svg>
  );
}

/** A roll of tickets with the first one in sight: nothing to enter yet. */
export function TicketRoll() {
  return (
    <Scene>
      <g className="stroke-ink-600" strokeWidth="3">
        <circle cx="66" cy="62" r="38" className="fill-ink-800" />
        <circle cx="66" cy="62" r="26" />
        <circle cx="66" cy="62" r="14" className="fill-ink-950" />
      </g>
      <path
        d="M66 100h32a5 5 0 0 0 10 0h18a6 6 0 0 0 6-6V82a6 6 0 0 0-6-6h-18a5 5 0 0 1-10 0h-1.5"
        className="fill-ink-800 stroke-ink-600"
        strokeWidth="3"
      />
      <path d="M103 81v14" className="stroke-ink-600" strokeWidth="2.5" strokeDasharray="1 5" />
      <circle cx="118" cy="88" r="13" className="fill-gold-400/14" />
      <circle cx="118" cy="88" r="5.5" className="fill-gold-400" />
    </Scene>
  );
}
