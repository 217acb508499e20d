import { useId } from "react";
import { Scene } from "../common/art/Scene";

const bone =
  "M60 74c-6-22-38-22-42 2-20 4-22 32-4 40-10 18 12 38 30 26 6 0 10-2 14-4h140c4 2 8 4 14 4 18 12 40-8 30-26 18-8 16-36-4-40-4-24-36-24-42-2-4 5-8 8-14 8H74c-6 0-10-3-14-8Z";

/** What stands on the five reels, from left to right. */
const reels = [
  { x: 196, symbol: "paw" },
  { x: 338, symbol: "bone" },
  { x: 480, symbol: "ball" },
  { x: 622, symbol: "bone" },
  { x: 764, symbol: "paw" },
] as const;

/** One row of the reels at dusk, two bones among the rest. */
export default function TileArt({ className }: { className?: string }) {
  const id = useId();
  return (
    <Scene width={960} shadow={{ x: 480, y: 286, rx: 400 }} className={className}>
      <linearGradient id={`${id}frame`} x1="0" y1="0" x2="0" y2="1">
        <stop className="[stop-color:var(--color-gold-300)]" />
        <stop offset="1" className="[stop-color:var(--color-gold-600)]" />
      </linearGradient>
      <linearGradient id={`${id}reel`} x1="0" y1="0" x2="0" y2="1">
        <stop stopColor="oklch(.17 .03 320)" />
        <stop offset=".5" stopColor="oklch(.29 .06 330)" />
        <stop offset="1" stopColor="oklch(.16 .03 320)" />
      </linearGradient>
      <linearGradient id={`${id}bone`} x1="0" y1="0" x2="0" y2="1">
        <stop stopColor="oklch(.95 .09 94)" />
        <stop offset=".5" stopColor="oklch(.85 .15 88)" />
        <stop offset="1" stopColor="oklch(.62 .13 66)" />
      </linearGradient>
      <g transform="translate(-77 -26) scale(1.16)">
        <rect x="108" y="56" width="744" height="208" rx="34" fill={`url(#${id}frame)`} />
        <rect x="120" y="68" width="720" height="184" rx="24" fill="oklch(.1 .015 320)" />
        {reels.map(({ x }) => (
          <rect
            key={x}
            x={x - 67}
            y="78"
            width="134"
            height="164"
            rx="14"
            fill={`url(#${id}reel)`}
          />
        ))}
        {reels.map(({ x, symbol }) => (
          <g key={x} transform={`translate(${x} 160)`}>
            {symbol === "paw" && <Paw />}
            {symbol === "ball" && <Ball />}
            {symbol === "bone" && (
              <g transform="rotate(-14) scale(.49) translate(-129 -107)">
                <path d={bone} fill="oklch(.4 .09 60)" transform="translate(3 12)" />
                <path d={bone} fill={`url(#${id}bone)`} />
              </g>
            )}
          </g>
        ))}
      </g>
    </Scene>
  );
}

function Paw() {
  return (
    <g fill="oklch(.6 .19 28)">
      <path d="M0-8c20 0 40 22 40 40 0 14-12 20-24 16-10-3-22-3-32 0-12 4-24-2-24-16 0-18 20-40 40-40z" />
      <ellipse cx="-40" cy="-12" rx="13" ry="18" transform="rotate(-24 -40 -12)" />
      <ellipse cx="-15" cy="-36" rx="13" ry="19" transform="rotate(-8 -15 -36)" />
      <ellipse cx="15" cy="-36" rx="13" ry="19" transform="rotate(8 15 -36)" />
      <ellipse cx="40" cy="-12" rx="13" ry="18" transform="rotate(24 40 -12)" />
    </g>
  );
}

function Ball() {
  return (
    <g fill="none" stroke="oklch(.96 .03 110)" strokeWidth="7">
      <circle r="50" fill="oklch(.76 .19 128)" stroke="none" />
      <path d="M-47-18C-16-16 6 14 4 50M-10-49C-4-14 22 8 50 4" />
    </g>
  );
}
