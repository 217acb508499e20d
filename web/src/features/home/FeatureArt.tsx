import type { ReactNode } from "react";
import { gold } from "./gold";

/** One light, one ground: the drawings of the four cards stand in the same room. */
function Stage({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="58 0 204 168"
      fill="none"
      aria-hidden="true"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="absolute inset-0 size-full overflow-visible transition-transform duration-300 group-hover:scale-[1.04] group-focus-visible:scale-[1.04]"
    >
      <defs>
        <radialGradient id="stage-light">
          <stop stopColor={gold(-0.035, 0.92, -4)} stopOpacity=".22" />
          <stop offset="1" stopColor={gold(-0.085, 0.85, -8)} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="stage-gold" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor={gold(0.075, 0.7, 6)} />
          <stop offset="1" stopColor={gold(-0.115, 1.02, -9)} />
        </linearGradient>
        <linearGradient id="stage-ink" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="oklch(.37 .016 300)" />
          <stop offset="1" stopColor="oklch(.22 .013 300)" />
        </linearGradient>
        <linearGradient id="stage-ivory" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="oklch(.97 .012 88)" />
          <stop offset="1" stopColor="oklch(.8 .026 82)" />
        </linearGradient>
      </defs>
      <ellipse cx="160" cy="92" rx="176" ry="104" fill="url(#stage-light)" />
      <ellipse cx="160" cy="150" rx="118" ry="11" fill="oklch(0 0 0 / .5)" />
      {children}
    </svg>
  );
}

/** Three steps and the cup on the highest. */
export function PodiumArt() {
  return (
    <Stage>
      <path d="M66 150v-34a6 6 0 0 1 6-6h56v40z" fill="url(#stage-ink)" />
      <path d="M192 150v-26h56a6 6 0 0 1 6 6v20z" fill="url(#stage-ink)" />
      <path d="M122 150V94a7 7 0 0 1 7-7h62a7 7 0 0 1 7 7v56z" fill={gold(-0.415, 0.35, -16)} />
      <path d="M122 99v-5a7 7 0 0 1 7-7h62a7 7 0 0 1 7 7v5z" fill="url(#stage-gold)" />
      <path
        d="M66 119v-3a6 6 0 0 1 6-6h50v9zM198 133v-9h50a6 6 0 0 1 6 6v3z"
        fill="oklch(1 0 0 / .14)"
      />
      <path
        d="M140 33h-13c0 15 5 24 17 26M180 33h13c0 15-5 24-17 26"
        stroke={gold(-0.075, 1.02, -6)}
        strokeWidth="5"
      />
      <path d="M138 24h44v17c0 17-9 28-22 28s-22-11-22-28z" fill="url(#stage-gold)" />
      <path d="M145 29h7v15c0 8 2 14 5 18-8-3-12-11-12-22z" fill="oklch(1 0 0 / .4)" />
      <path
        d="M155 68h10v9h-10zM146 77h28a3 3 0 0 1 3 3v7h-34v-7a3 3 0 0 1 3-3z"
        fill="url(#stage-gold)"
      />
      <g fontFamily="Archivo" fontWeight="800" textAnchor="middle">
        <text x="160" y="133" fontSize="27" fill={gold(0.095, 0.42, 4)}>
          1
        </text>
        <text x="95" y="142" fontSize="19" fill="oklch(.72 .014 300)">
          2
        </text>
        <text x="226" y="147" fontSize="16" fill="oklch(.68 .014 300)">
          3
        </text>
      </g>
    </Stage>
  );
}

/** An arrow in the middle of the target. */
export function AimArt() {
  return (
    <Stage>
      <path d="m132 128-14 24M188 128l14 24" stroke="oklch(.4 .016 300)" strokeWidth="7" />
      <circle cx="160" cy="84" r="60" fill="url(#stage-ink)" />
      <circle cx="160" cy="84" r="59" stroke="oklch(1 0 0 / .16)" strokeWidth="1.5" />
      <circle cx="160" cy="84" r="45" fill="url(#stage-ivory)" />
      <circle cx="160" cy="84" r="31" fill="oklch(.28 .014 300)" />
      <circle cx="160" cy="84" r="16" fill="url(#stage-gold)" />
      <path d="m160 84 66-44" stroke="oklch(.1 .01 300 / .5)" strokeWidth="7" />
      <path d="m160 84 68-48" stroke="oklch(.93 .02 86)" strokeWidth="4" />
      <path d="m214 46 20-26 3 16 16 4-27 18z" fill="url(#stage-gold)" />
      <circle cx="160" cy="84" r="3.5" fill="oklch(.21 .045 78)" />
    </Stage>
  );
}

/** Two tickets, the one in front with a star. */
export function TicketArt() {
  return (
    <Stage>
      <g transform="rotate(9 190 80)">
        <path d={ticket} transform="translate(88 44)" fill="url(#stage-ink)" />
        <path
          d={ticket}
          transform="translate(88 44)"
          stroke="oklch(1 0 0 / .16)"
          strokeWidth="1.5"
        />
      </g>
      <g transform="rotate(-8 150 96)">
        <path d={ticket} transform="translate(72 62)" fill="oklch(0 0 0 / .4)" />
        <path d={ticket} transform="translate(72 56)" fill="url(#stage-gold)" />
        <path
          d="M190 66v56"
          stroke={gold(-0.415, 0.63, -12)}
          strokeWidth="2.5"
          strokeDasharray=".1 7"
        />
        <path
          d="m131 70 7.7 15.6 17.2 2.5-12.4 12.1 2.9 17.1-15.4-8-15.4 8 2.9-17.1-12.4-12.1 17.2-2.500z"
          fill={gold(-0.535, 0.42, -10)}
        />
        <path
          d="M202 78v32M209 78v32M216 78v32"
          stroke={gold(-0.415, 0.63, -12)}
          strokeWidth="2.5"
        />
      </g>
    </Stage>
  );
}

const ticket =
  "M8 0h142a8 8 0 0 1 8 8v20a11 11 0 0 0 0 22v20a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8V50a11 11 0 0 0 0-22V8a8 8 0 0 1 8-8z";

/** A present under a ribbon, its lid ajar. */
export function PresentArt() {
  return (
    <Stage>
      <path d="M104 84h112v58a8 8 0 0 1-8 8h-96a8 8 0 0 1-8-8z" fill="url(#stage-ink)" />
      <path d="M104 84h112v12H104z" fill="oklch(0 0 0 / .35)" />
      <path d="M148 84h24v66h-24z" fill="url(#stage-gold)" />
      <g transform="rotate(-7 160 70)">
        <path d="M100 58h120a6 6 0 0 1 6 6v20H94V64a6 6 0 0 1 6-6z" fill="oklch(.42 .017 300)" />
        <path d="M94 66v-2a6 6 0 0 1 6-6h120a6 6 0 0 1 6 6v2z" fill="oklch(1 0 0 / .14)" />
        <path d="M148 58h24v26h-24z" fill="url(#stage-gold)" />
        <path
          d="M160 57c-8-22-22-32-33-27-12 6-6 25 33 27zM160 57c8-22 22-32 33-27 12 6 6 25-33 27z"
          stroke="url(#stage-gold)"
          strokeWidth="8"
        />
        <circle cx="160" cy="56" r="8" fill={gold(0.065, 0.77, 4)} />
      </g>
      <circle cx="242" cy="60" r="13" fill={gold(-0.175, 0.95, -12)} />
      <circle cx="242" cy="58.5" r="12.5" fill="url(#stage-gold)" />
      <circle cx="242" cy="58.5" r="4.2" fill="oklch(.21 .045 78)" />
      <circle cx="74" cy="46" r="9" fill={gold(-0.175, 0.95, -12)} />
      <circle cx="74" cy="45" r="8.5" fill="url(#stage-gold)" />
      <circle cx="74" cy="45" r="2.9" fill="oklch(.21 .045 78)" />
    </Stage>
  );
}
