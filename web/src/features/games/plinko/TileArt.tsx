import { useId } from "react";
import { Scene } from "../common/art/Scene";

const ROWS = 5;
const MIDDLE = 240;
const SPACING = 62;
const PITCH = 44;
const FIRST_ROW = 62;

const pegs = Array.from({ length: ROWS }, (_, row) =>
  Array.from({ length: row + 2 }, (_peg, place) => ({
    x: MIDDLE + (place - (row + 1) / 2) * SPACING,
    y: FIRST_ROW + row * PITCH,
  })),
).flat();

const tones = {
  edge: ["var(--color-gold-300)", "var(--accent)"],
  side: ["var(--color-gold-500)", "var(--color-gold-600)"],
  middle: ["oklch(.45 .05 50)", "oklch(.33 .035 45)"],
} as const;

/** From the left, as on the board: gold at the edges. */
const buckets = [
  { x: MIDDLE - 3 * SPACING, tone: "edge" },
  { x: MIDDLE - 2 * SPACING, tone: "side" },
  { x: MIDDLE - SPACING, tone: "middle" },
  { x: MIDDLE, tone: "middle" },
  { x: MIDDLE + SPACING, tone: "side" },
  { x: MIDDLE + 2 * SPACING, tone: "edge" },
] as const;

/** A gold ball on its way down through the pegs to the buckets. */
export default function TileArt({ className }: { className?: string }) {
  const id = useId();
  return (
    <Scene shadow={{ x: 240, y: 300, rx: 205 }} className={className}>
      <radialGradient id={`${id}peg`} cx=".36" cy=".28" r=".8">
        <stop stopColor="oklch(1 0 0)" />
        <stop offset=".5" stopColor="oklch(.86 .02 85)" />
        <stop offset="1" stopColor="oklch(.55 .024 76)" />
      </radialGradient>
      <radialGradient id={`${id}ball`} cx=".36" cy=".28" r=".8">
        <stop stopColor="var(--color-gold-300)" />
        <stop offset=".45" stopColor="var(--accent)" />
        <stop offset="1" stopColor="var(--color-gold-600)" />
      </radialGradient>
      {Object.entries(tones).map(([tone, [light, dark]]) => (
        <linearGradient key={tone} id={id + tone} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor={light} />
          <stop offset="1" stopColor={dark} />
        </linearGradient>
      ))}
      {buckets.map(({ x, tone }) => (
        <path
          key={x}
          d={`M${x + 3} 266 h${SPACING - 6} v22 a12 12 0 0 1 -12 12 h${30 - SPACING} a12 12 0 0 1 -12 -12 z`}
          fill={`url(#${id}${tone})`}
        />
      ))}
      {pegs.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="9" fill={`url(#${id}peg)`} />
      ))}
      {[
        { x: 240, y: 28, opacity: 0.12 },
        { x: 242, y: 72, opacity: 0.22 },
        { x: 272, y: 116, opacity: 0.36 },
      ].map(({ x, y, opacity }) => (
        <circle key={y} cx={x} cy={y} r="19" fill={`url(#${id}ball)`} opacity={opacity} />
      ))}
      <circle cx="303" cy="160" r="23" fill={`url(#${id}ball)`} />
    </Scene>
  );
}
