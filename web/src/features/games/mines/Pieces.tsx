import { cx } from "@/ui/cx";

/** A cut stone under one light: the find of the game. */
export function Gem({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={className}>
      <path d="M20 10h24l12 15-24 31L8 25z" fill="oklch(.62 .14 158)" />
      <path d="M20 10 8 25h14z" fill="oklch(.83 .13 160)" />
      <path d="M20 10h24L32 25z" fill="oklch(.95 .07 162)" />
      <path d="M20 10l2 15h10z" fill="oklch(.89 .11 160)" />
      <path d="M44 10l-2 15H32z" fill="oklch(.81 .14 158)" />
      <path d="M44 10l12 15H42z" fill="oklch(.7 .15 156)" />
      <path d="M8 25h14l10 31z" fill="oklch(.72 .15 157)" />
      <path d="M22 25h20L32 56z" fill="oklch(.79 .165 156)" />
      <path d="M42 25h14L32 56z" fill="oklch(.53 .125 158)" />
      <path d="M23.5 13.2h8l-5.6 7z" fill="#fff" opacity=".55" />
    </svg>
  );
}

const spikes = [0, 45, 90, 135, 180, 225, 270, 315];

/** A sea mine; a lit one has just gone off. */
export function Mine({ isLit, className }: { isLit: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={className}>
      {spikes.map((turn) => (
        <path
          key={turn}
          d="M29 15.5 30.6 6a1.4 1.4 0 0 1 2.8 0L35 15.5z"
          transform={`rotate(${turn} 32 32)`}
          fill={isLit ? "oklch(.6 .17 24)" : "oklch(.5 .018 300)"}
        />
      ))}
      <circle cx="32" cy="32" r="18" fill={isLit ? "oklch(.47 .16 24)" : "oklch(.38 .016 300)"} />
      <path
        d="M32 14a18 18 0 0 1 0 36 22 22 0 0 0 0-36z"
        fill={isLit ? "oklch(.38 .14 24)" : "oklch(.28 .014 300)"}
      />
      <circle cx="32" cy="32" r="6.4" fill={isLit ? "oklch(.9 .12 60)" : "oklch(.72 .17 22)"} />
      <ellipse
        cx="25"
        cy="24"
        rx="5"
        ry="3.4"
        transform="rotate(-38 25 24)"
        fill="#fff"
        opacity={isLit ? ".5" : ".28"}
      />
    </svg>
  );
}

/** Marks a tile that the turn rule made a mine, apart from those that were laid. */
export function TurnedMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={cx("fill-none stroke-current", className)}
    >
      <path
        d="M20 11a8 8 0 0 0-14.2-4.2L4 9m0-5v5h5M4 13a8 8 0 0 0 14.2 4.2L20 15m0 5v-5h-5"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
