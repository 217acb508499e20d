import { useId } from "react";
import { Scene } from "../common/art/Scene";

const balls = [
  { number: 31, x: 352, y: 112, radius: 50, tone: "ink" },
  { number: 8, x: 126, y: 128, radius: 58, tone: "ink" },
  { number: 40, x: 356, y: 218, radius: 62, tone: "ivory" },
  { number: 17, x: 226, y: 184, radius: 88, tone: "gold" },
] as const;

const tones = {
  ink: ["oklch(.5 .018 300)", "oklch(.3 .016 300)", "oklch(.19 .013 300)"],
  ivory: ["oklch(1 0 0)", "oklch(.88 .02 85)", "oklch(.62 .026 76)"],
  gold: ["var(--color-gold-300)", "var(--accent)", "var(--color-gold-600)"],
} as const;

/** Balls out of the drum, a hit in front. */
export default function TileArt({ className }: { className?: string }) {
  const id = useId();
  return (
    <Scene shadow={{ x: 250, y: 284, rx: 190 }} className={className}>
      {Object.entries(tones).map(([tone, [light, middle, dark]]) => (
        <radialGradient key={tone} id={id + tone} cx=".36" cy=".28" r=".8">
          <stop stopColor={light} />
          <stop offset=".45" stopColor={middle} />
          <stop offset="1" stopColor={dark} />
        </radialGradient>
      ))}
      {balls.map(({ number, x, y, radius, tone }) => (
        <g key={number} transform={`translate(${x} ${y}) scale(${radius / 50})`}>
          <circle r="50" fill={`url(#${id}${tone})`} />
          <circle r="27" fill={tone === "ink" ? "oklch(.92 .012 85)" : "oklch(.985 .008 88)"} />
          <text
            y="11"
            textAnchor="middle"
            fill="oklch(.22 .02 290)"
            className="font-display text-[1.95rem] font-extrabold"
          >
            {number}
          </text>
        </g>
      ))}
    </Scene>
  );
}
