import { useId } from "react";
import { Scene } from "../common/art/Scene";

const POCKETS = 37;
const fills = ["oklch(.5 .18 25)", "oklch(.19 .012 300)"] as const;

/** One pocket of the ring, pointing up. */
const pocket = (() => {
  const half = Math.PI / POCKETS;
  const x = (radius: number) => (Math.sin(half) * radius).toFixed(2);
  const y = (radius: number) => (-Math.cos(half) * radius).toFixed(2);
  return `M-${x(168)} ${y(168)}L${x(168)} ${y(168)}L${x(116)} ${y(116)}L-${x(116)} ${y(116)}z`;
})();

/** The wheel seen from the player's side, the ball in its pocket. */
export default function TileArt({ className }: { className?: string }) {
  const id = useId();
  return (
    <Scene shadow={{ x: 240, y: 270, rx: 220 }} className={className}>
      <linearGradient id={`${id}rim`} x1="0" y1="0" x2=".4" y2="1">
        <stop stopColor="oklch(.56 .075 66)" />
        <stop offset=".5" stopColor="oklch(.32 .045 52)" />
        <stop offset="1" stopColor="oklch(.2 .025 45)" />
      </linearGradient>
      <radialGradient id={`${id}bowl`} cy=".3">
        <stop stopColor="oklch(.5 .055 62)" />
        <stop offset="1" stopColor="oklch(.2 .025 45)" />
      </radialGradient>
      <g transform="translate(240 168) scale(1 .68)">
        <circle r="204" cy="18" fill="oklch(.14 .018 45)" />
        <circle r="204" fill={`url(#${id}rim)`} />
        <circle r="178" fill="oklch(.12 .01 300)" />
        <g transform="rotate(-24)">
          {Array.from({ length: POCKETS }, (_, index) => (
            <path
              key={index}
              d={pocket}
              transform={`rotate(${(index * 360) / POCKETS})`}
              fill={index === 0 ? "oklch(.5 .12 155)" : fills[index % 2]}
              stroke="oklch(.76 .14 82 / .55)"
              strokeWidth="1.5"
            />
          ))}
        </g>
        <circle r="116" fill={`url(#${id}bowl)`} stroke="oklch(.76 .14 82)" strokeWidth="3" />
        {[0, 90, 180, 270].map((turn) => (
          <path
            key={turn}
            d="M-9 0-4-82h8L9 0z"
            transform={`rotate(${turn + 45})`}
            fill="oklch(.72 .11 78)"
          />
        ))}
        <circle r="34" fill="oklch(.6 .12 72)" />
        <circle r="26" cy="-8" fill="oklch(.86 .12 88)" />
      </g>
      <circle cx="137" cy="121" r="14" fill="oklch(.08 .01 300 / .5)" />
      <circle cx="136" cy="116" r="14" fill="oklch(.97 .008 88)" />
      <circle cx="132" cy="111" r="5" fill="#fff" />
    </Scene>
  );
}
