import { memo, type RefObject, useId } from "react";
import { type Colour, colourOf } from "./layout";
import { POCKET_DEGREES, pocketAngle, wheelOrder } from "./wheel";

const fills: Record<Colour, string> = {
  green: "oklch(.5 .12 155)",
  red: "oklch(.5 .18 25)",
  black: "oklch(.19 .012 300)",
};

/** Distances from the middle: the numbers' ring, and the ring in which the ball comes to rest. */
const RING = { outer: 170, inner: 143, bowl: 112 };

type WheelFaceProps = {
  rotor: RefObject<SVGGElement | null>;
  ball: RefObject<SVGGElement | null>;
};

/** The drawing of wheel and ball. It never changes: both are moved by their transforms. */
export const WheelFace = memo(function WheelFace({ rotor, ball }: WheelFaceProps) {
  const id = useId();
  return (
    <svg viewBox="-200 -200 400 400" aria-hidden="true" className="block w-full overflow-visible">
      <defs>
        <linearGradient id={`${id}rim`} x1="0" y1="0" x2=".6" y2="1">
          <stop stopColor="oklch(.42 .05 62)" />
          <stop offset=".5" stopColor="oklch(.27 .035 50)" />
          <stop offset="1" stopColor="oklch(.2 .025 45)" />
        </linearGradient>
        <radialGradient id={`${id}bowl`} cy=".38">
          <stop stopColor="oklch(.42 .045 60)" />
          <stop offset=".75" stopColor="oklch(.26 .03 50)" />
          <stop offset="1" stopColor="oklch(.18 .02 45)" />
        </radialGradient>
        <radialGradient id={`${id}ball`} cx=".35" cy=".3">
          <stop stopColor="#fff" />
          <stop offset="1" stopColor="oklch(.78 .015 85)" />
        </radialGradient>
        <radialGradient id={`${id}track`}>
          <stop offset=".86" stopColor="oklch(.1 .01 300)" />
          <stop offset=".95" stopColor="oklch(.2 .015 60)" />
          <stop offset="1" stopColor="oklch(.12 .01 300)" />
        </radialGradient>
      </defs>
      <circle r="199" fill={`url(#${id}rim)`} />
      <circle r="198" fill="none" stroke="oklch(1 0 0 / .12)" strokeWidth="1.5" />
      <circle r="189" fill={`url(#${id}track)`} />
      <g ref={rotor} className="will-change-transform">
        <circle r={RING.outer + 2} fill="oklch(.62 .1 78)" />
        {wheelOrder.map((number) => (
          <Pocket key={number} number={number} />
        ))}
        <circle r={RING.inner} fill="none" stroke="oklch(.72 .1 80 / .75)" strokeWidth="1.2" />
        <circle r={RING.bowl} fill={`url(#${id}bowl)`} />
        <circle r={RING.bowl} fill="none" stroke="oklch(.72 .1 80 / .75)" strokeWidth="1.6" />
        {[0, 90, 180, 270].map((angle) => (
          <path
            key={angle}
            d="M-5 -66 L0 -98 L5 -66 Z"
            transform={`rotate(${angle + 45})`}
            fill="oklch(.72 .1 80 / .55)"
          />
        ))}
      </g>
      <path d="M-9 -199 h18 l-9 15 z" fill="oklch(.965 .006 85)" />
      <g ref={ball} className="will-change-transform">
        <circle cy="2.5" r="8" fill="oklch(.05 0 0 / .45)" />
        <circle r="7.5" fill={`url(#${id}ball)`} />
      </g>
    </svg>
  );
});

function Pocket({ number }: { number: number }) {
  const angle = pocketAngle(number);
  const fill = fills[colourOf(number)];
  return (
    <g transform={`rotate(${angle})`}>
      <path
        d={sector(RING.bowl, RING.outer)}
        fill={fill}
        stroke="oklch(.72 .1 80 / .55)"
        strokeWidth=".9"
      />
      <path d={sector(RING.bowl, RING.inner)} fill="oklch(.05 0 0 / .28)" />
      <text
        y={-(RING.outer + RING.inner) / 2}
        textAnchor="middle"
        dominantBaseline="central"
        className="fill-text text-[14px] font-semibold"
      >
        {number}
      </text>
    </g>
  );
}

/** One pocket's part of a ring, around the top. */
function sector(inner: number, outer: number): string {
  const half = ((POCKET_DEGREES / 2) * Math.PI) / 180;
  const point = (radius: number, side: 1 | -1) =>
    `${(side * Math.sin(half) * radius).toFixed(3)} ${(-Math.cos(half) * radius).toFixed(3)}`;
  return `M${point(inner, -1)} L${point(outer, -1)} A${outer} ${outer} 0 0 1 ${point(outer, 1)} L${point(inner, 1)} A${inner} ${inner} 0 0 0 ${point(inner, -1)} Z`;
}
