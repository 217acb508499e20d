import { useId } from "react";

/** A small shop with its shutter down and a light over the door: it opens soon. */
export function ShopFront() {
  const id = useId();
  return (
    <svg viewBox="0 0 240 168" fill="none" aria-hidden="true" className="h-35 w-50 sm:h-42 sm:w-60">
      <defs>
        <radialGradient id={`${id}glow`} cx=".5" cy=".5" r=".5">
          <stop className="[stop-color:var(--color-gold-400)]" stopOpacity=".3" />
          <stop offset="1" className="[stop-color:var(--color-gold-400)]" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}gold`} x1="0" y1="0" x2="0" y2="1">
          <stop className="[stop-color:var(--color-gold-300)]" />
          <stop offset="1" className="[stop-color:var(--color-gold-500)]" />
        </linearGradient>
      </defs>
      <ellipse cx="120" cy="154" rx="104" ry="9" className="fill-black" />
      <rect x="42" y="62" width="156" height="92" rx="6" className="fill-ink-800" />
      <rect
        x="42.75"
        y="62"
        width="154.5"
        height="91.25"
        rx="6"
        className="stroke-ink-600"
        strokeWidth="1.5"
      />
      <rect x="56" y="92" width="84" height="48" rx="5" className="fill-ink-950" />
      {[100, 109, 118, 127].map((y) => (
        <path key={y} d={`M61 ${y}h74`} className="stroke-ink-700" strokeWidth="3.5" />
      ))}
      <path d="M56 136h84" className="stroke-ink-600" strokeWidth="6" />
      <path d="M152 154V97a5 5 0 0 1 5-5h22a5 5 0 0 1 5 5v57z" className="fill-ink-950" />
      <circle cx="177" cy="125" r="2.5" className="fill-ink-600" />
      {[0, 1, 2, 3, 4, 5].map((stripe) => (
        <path
          key={stripe}
          d={`M${32 + stripe * 29.33} 40h29.33v30a14.66 14.66 0 0 1-29.33 0z`}
          {...(stripe % 2 === 0 ? { fill: `url(#${id}gold)` } : { className: "fill-ink-700" })}
        />
      ))}
      <path d="M30 34a6 6 0 0 1 6-6h168a6 6 0 0 1 6 6v8H30z" className="fill-ink-600" />
      <circle cx="168" cy="84" r="34" fill={`url(#${id}glow)`} />
    </svg>
  );
}
