import type { ReactNode } from "react";

/** A small drawing for a place with nothing to show. One gold point in each: where the eye should rest. */
function Scene({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 168 120"
      fill="none"
      aria-hidden="true"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-30 w-42"
    >
      <ellipse cx="84" cy="108" rx="66" ry="7" className="fill-black" />
      {children}
    </svg>
  );
}

const house = "M46 54 78.5 27.5a8.7 8.7 0 0 1 11 0L122 54v44a9 9 0 0 1-9 9H55a9 9 0 0 1-9-9z";

/** A house with its shutter down: a page that has not opened yet. */
export function ClosedHouse() {
  return (
    <Scene>
      <path d={house} className="fill-ink-800 stroke-ink-600" strokeWidth="2" />
      <path d="M62 64a6 6 0 0 1 6-6h32a6 6 0 0 1 6 6v43H62z" className="fill-ink-950" />
      {[67, 75, 83, 91].map((y) => (
        <path key={y} d={`M67 ${y}h34`} className="stroke-ink-600" strokeWidth="3" />
      ))}
      <path d="M62 99h44" className="stroke-ink-600" strokeWidth="5" />
      <circle cx="84" cy="45" r="9" className="fill-gold-400/16" />
      <circle cx="84" cy="45" r="4.5" className="fill-gold-400" />
    </Scene>
  );
}

/** A dotted house, its point gone astray: an address without a page. */
export function LostPoint() {
  return (
    <Scene>
      <path
        d={house}
        className="fill-ink-900 stroke-ink-600"
        strokeWidth="2.5"
        strokeDasharray="1 8"
      />
      <circle
        cx="84"
        cy="72"
        r="13"
        className="stroke-ink-600"
        strokeWidth="2.5"
        strokeDasharray="1 7"
      />
      <path
        d="M97 70c22-4 30 4 28 17-2 12 8 16 19 7"
        className="stroke-muted"
        strokeWidth="2"
        strokeDasharray="1 7"
      />
      <circle cx="150" cy="86" r="12" className="fill-gold-400/14" />
      <circle cx="150" cy="86" r="6" className="fill-gold-400" />
    </Scene>
  );
}

/** A mast whose waves break off: something could not be loaded. */
export function BrokenSignal() {
  return (
    <Scene>
      <path
        d="M84 52 68 107M84 52l16 55M73.5 88h21M78 72h12"
        className="stroke-ink-600"
        strokeWidth="3"
      />
      <path
        d="M64 66a26 26 0 0 1 0-34M50 78a44 44 0 0 1-6-22"
        className="stroke-muted"
        strokeWidth="3.5"
      />
      <path
        d="M104 66a26 26 0 0 0 0-34M118 78a44 44 0 0 0 0-58"
        className="stroke-ink-600"
        strokeWidth="3.5"
        strokeDasharray="1 9"
      />
      <circle cx="84" cy="49" r="11" className="fill-gold-400/14" />
      <circle cx="84" cy="49" r="5.5" className="fill-gold-400" />
    </Scene>
  );
}

/** Rows with nothing in them yet: an empty list. */
export function EmptyRows() {
  return (
    <Scene>
      {[22, 52, 82].map((y, row) => (
        <g key={y} opacity={1 - row * 0.28}>
          <rect
            x={34}
            y={y}
            width="100"
            height="24"
            rx="8"
            className="fill-ink-800 stroke-ink-600"
            strokeWidth="1.5"
          />
          <circle
            cx="48"
            cy={y + 12}
            r="5"
            className={row === 0 ? "fill-gold-400" : "fill-ink-600"}
          />
          <path
            d={`M62 ${y + 12}h${row === 1 ? 34 : 46}`}
            className="stroke-ink-600"
            strokeWidth="4"
          />
        </g>
      ))}
    </Scene>
  );
}

/** A house under a crane: maintenance. */
export function MaintenanceHouse() {
  return (
    <Scene>
      <path d={house} className="fill-ink-800 stroke-ink-600" strokeWidth="2" />
      <g transform="translate(84 73)" className="stroke-text" strokeWidth="3.5">
        <path d="m-12 12 15-15" />
        <path d="M3-3a8.5 8.5 0 0 1 10.5-11L8-8.5 8.5-4l4.5.5L18-9A8.5 8.5 0 0 1 7 1.5" />
      </g>
      <circle cx="84" cy="44" r="9" className="fill-gold-400/16" />
      <circle cx="84" cy="44" r="4.5" className="fill-gold-400" />
    </Scene>
  );
}
