import { useId } from "react";
import { type Challenge, difficultyLevel } from "./model";

/** Rings of the target, outermost first; a harder challenge leaves a smaller middle. */
const rings = [132, 104, 76, 48] as const;

/** A target on a dark range, for a challenge without a picture: its multiplier stands behind it. */
export function TargetArt({ challenge }: { challenge: Challenge }) {
  const id = useId();
  const level = difficultyLevel(challenge.difficulty);
  // Every challenge has its target elsewhere, always in the same place.
  const shift = ((Number(challenge.id) || 0) * 47) % 60;
  const middle = 26 - level * 4;
  return (
    <svg
      viewBox="0 0 480 270"
      aria-hidden="true"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
    >
      <defs>
        <radialGradient id={`${id}light`} cx=".72" cy=".1" r="1">
          <stop stopColor="oklch(.34 .03 75)" />
          <stop offset=".5" stopColor="oklch(.22 .016 320)" />
          <stop offset="1" stopColor="oklch(.155 .011 300)" />
        </radialGradient>
        <linearGradient id={`${id}ring`} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="oklch(.44 .018 300)" />
          <stop offset="1" stopColor="oklch(.25 .014 300)" />
        </linearGradient>
        <linearGradient id={`${id}gap`} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="oklch(.3 .014 300)" />
          <stop offset="1" stopColor="oklch(.19 .012 300)" />
        </linearGradient>
      </defs>
      <rect width="480" height="270" fill={`url(#${id}light)`} />
      <text
        x="22"
        y="244"
        fontSize={Math.min(84, 360 / challenge.multiplier.length)}
        className="font-display font-extrabold tracking-tighter"
        fill="oklch(1 0 0 / .035)"
        stroke="oklch(1 0 0 / .24)"
        strokeWidth="1.5"
      >
        {challenge.multiplier}
      </text>
      <g transform={`translate(${352 + shift} 128)`}>
        <ellipse cx="0" cy="150" rx="120" ry="14" fill="oklch(0 0 0 / .35)" />
        {rings.map((radius, index) => (
          <g key={radius}>
            <circle cy="4" r={radius} fill="oklch(.12 .01 300 / .6)" />
            <circle r={radius} fill={`url(#${id}${index % 2 === 0 ? "ring" : "gap"})`} />
            <circle r={radius - 0.75} fill="none" stroke="oklch(1 0 0 / .1)" strokeWidth="1.5" />
          </g>
        ))}
        <circle r={middle + 8} className="fill-gold-400/20" />
        <circle r={middle} className="fill-gold-400" />
        <circle cy={-middle * 0.28} r={middle * 0.42} className="fill-gold-300" />
      </g>
    </svg>
  );
}
