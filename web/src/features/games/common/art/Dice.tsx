import { useId } from "react";

type Face = readonly (readonly [number, number])[];

/** Pip places on a face, from 0 to 1 in both directions. */
const faces = {
  one: [[0.5, 0.5]],
  two: [
    [0.27, 0.27],
    [0.73, 0.73],
  ],
  three: [
    [0.25, 0.25],
    [0.5, 0.5],
    [0.75, 0.75],
  ],
  five: [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.5, 0.5],
    [0.25, 0.75],
    [0.75, 0.75],
  ],
  six: [
    [0.28, 0.22],
    [0.72, 0.22],
    [0.28, 0.5],
    [0.72, 0.5],
    [0.28, 0.78],
    [0.72, 0.78],
  ],
} satisfies Record<string, Face>;

type DieProps = {
  top: Face;
  left: Face;
  right: Face;
  /** Colours of the faces from light to dark, and of the pips. */
  tone: "ivory" | "ink";
};

const tones = {
  ivory: {
    edge: "oklch(.74 .03 80)",
    top: ["oklch(.99 .008 90)", "oklch(.93 .018 88)"],
    left: ["oklch(.86 .022 84)", "oklch(.76 .028 80)"],
    right: ["oklch(.72 .026 78)", "oklch(.58 .028 70)"],
    pip: "oklch(.24 .02 60)",
  },
  ink: {
    edge: "oklch(.2 .013 300)",
    top: ["oklch(.45 .017 300)", "oklch(.36 .016 300)"],
    left: ["oklch(.31 .015 300)", "oklch(.25 .014 300)"],
    right: ["oklch(.23 .013 300)", "oklch(.18 .012 300)"],
    pip: "var(--accent)",
  },
} as const;

/** Half the width of a face seen at an angle, and half its height. */
const W = 86.6;
const H = 50;

/** One die in isometric view; its hexagon is 200 wide and 200 high around the origin. */
function Die({ top, left, right, tone }: DieProps) {
  const id = useId();
  const colours = tones[tone];
  const sides = [
    { name: "top", pips: top, matrix: `matrix(${W} ${H} ${-W} ${H} 0 -100)`, fill: colours.top },
    { name: "left", pips: left, matrix: `matrix(${W} ${H} 0 100 ${-W} -50)`, fill: colours.left },
    { name: "right", pips: right, matrix: `matrix(${W} ${-H} 0 100 0 0)`, fill: colours.right },
  ] as const;
  return (
    <g>
      <path
        d="M0-92 78-47V47L0 92-78 47V-47z"
        fill={colours.edge}
        stroke={colours.edge}
        strokeWidth="16"
        strokeLinejoin="round"
      />
      {sides.map((side) => (
        <g key={side.name} transform={side.matrix}>
          <linearGradient id={`${id}${side.name}`} x1="0" y1="0" x2="1" y2="1">
            <stop stopColor={side.fill[0]} />
            <stop offset="1" stopColor={side.fill[1]} />
          </linearGradient>
          <rect
            x=".018"
            y=".018"
            width=".964"
            height=".964"
            rx=".16"
            fill={`url(#${id}${side.name})`}
          />
          {side.pips.map(([x, y]) => (
            <circle
              key={`${x} ${y}`}
              cx={x}
              cy={y}
              r={side.pips.length === 1 ? 0.155 : 0.092}
              fill={colours.pip}
            />
          ))}
        </g>
      ))}
    </g>
  );
}

/** Two dice on a table under one light: the picture of the dice game. */
export function DiceArt({ className }: { className?: string }) {
  const id = useId();
  return (
    <svg viewBox="0 0 480 360" aria-hidden="true" className={className}>
      <defs>
        <radialGradient id={`${id}shadow`}>
          <stop stopColor="oklch(.06 .01 300)" stopOpacity=".85" />
          <stop offset="1" stopColor="oklch(.06 .01 300)" stopOpacity="0" />
        </radialGradient>
        <radialGradient id={`${id}light`}>
          <stop stopColor="var(--accent)" stopOpacity=".26" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <ellipse cx="250" cy="170" rx="235" ry="165" fill={`url(#${id}light)`} />
      <ellipse cx="186" cy="292" rx="150" ry="38" fill={`url(#${id}shadow)`} />
      <ellipse cx="350" cy="262" rx="118" ry="30" fill={`url(#${id}shadow)`} />
      <g transform="translate(344 168) rotate(11) scale(.74)">
        <Die top={faces.three} left={faces.six} right={faces.two} tone="ink" />
      </g>
      <g transform="translate(186 186) rotate(-7)">
        <Die top={faces.five} left={faces.one} right={faces.three} tone="ivory" />
      </g>
    </svg>
  );
}
