import { useId } from "react";

/** The dice game's dial, mid-roll: figures, the lit side, the target and the pointer. */
export default function TileArt({ className }: { className?: string }) {
  const id = useId();
  return (
    <svg viewBox="0 0 240 132" aria-hidden="true" className={className}>
      <defs>
        <clipPath id={`${id}track`}>
          <rect x="2" y="92" width="236" height="14" rx="7" />
        </clipPath>
        <linearGradient id={`${id}lit`} x1="0" y1="0" x2="0" y2="1">
          <stop className="[stop-color:var(--color-win)]" stopOpacity=".9" />
          <stop offset="1" className="[stop-color:var(--color-win)]" stopOpacity=".6" />
        </linearGradient>
      </defs>
      <text
        x="120"
        y="58"
        textAnchor="middle"
        className="fill-text font-display text-[3.4rem] font-extrabold tracking-tight"
      >
        24.07
      </text>
      <g clipPath={`url(#${id}track)`}>
        <rect x="2" y="92" width="236" height="14" className="fill-ink-950" />
        <rect x="2" y="92" width="236" height="14" className="fill-loss/14" />
        <rect x="2" y="92" width="132" height="14" fill={`url(#${id}lit)`} />
        {Array.from({ length: 19 }, (_, tick) => (
          <path
            key={tick}
            d={`M${2 + (tick + 1) * 11.8} 92v14`}
            className="stroke-black/30"
            strokeWidth="1"
          />
        ))}
      </g>
      <rect x="124" y="83" width="20" height="32" rx="8" className="fill-ink-900" />
      <rect x="127" y="86" width="14" height="26" rx="5.5" className="fill-text" />
      <path d="M59 80v33" className="stroke-win" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M53 72h12l-6 9z"
        strokeWidth="2"
        strokeLinejoin="round"
        className="fill-win stroke-win"
      />
    </svg>
  );
}
