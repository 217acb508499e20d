import * as texts from "./texts/en";

/** The name of the game in gold, over a boomerang's curve. The heading of the page says it in words. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 560 132" aria-hidden="true" className={className}>
      <defs>
        <linearGradient id="dawgs-gold" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff6d2" />
          <stop offset=".42" stopColor="#ffd76a" />
          <stop offset=".58" stopColor="#f0ab35" />
          <stop offset="1" stopColor="#c9752a" />
        </linearGradient>
        <linearGradient id="dawgs-wood" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#c3522f" />
          <stop offset="1" stopColor="#7d2420" />
        </linearGradient>
      </defs>
      <path
        d="M84 22C200-2 360-2 476 22c10 2 14 12 8 20l-10 12c-4 5-10 6-16 5-118-22-238-22-356 0-6 1-12 0-16-5L76 42c-6-8-2-18 8-20Z"
        fill="#1d0d10"
      />
      <path
        d="M88 25c114-23 270-23 384 0 8 2 11 9 7 14l-9 11c-3 4-7 5-12 4-118-22-238-22-356 0-5 1-9 0-12-4l-9-11c-4-5-1-12 7-14Z"
        fill="url(#dawgs-wood)"
      />
      <path
        d="M90 28c112-22 268-22 380 0"
        fill="none"
        stroke="#f0a172"
        strokeWidth="2.5"
        strokeLinecap="round"
        opacity=".8"
      />
      <path id="dawgs-arc" d="M96 45c118-21 250-21 368 0" fill="none" />
      <text
        className="font-display"
        fontSize="25"
        fontWeight="800"
        letterSpacing="9"
        textAnchor="middle"
        fill="#ffeec2"
      >
        <textPath href="#dawgs-arc" startOffset="50.6%">
          {texts.logoTop}
        </textPath>
      </text>
      <g
        className="font-display"
        fontSize="84"
        fontWeight="800"
        textAnchor="middle"
        strokeLinejoin="round"
      >
        {letters.map(([letter, x, y, turn]) => (
          <g key={x} transform={`translate(${x} ${y}) rotate(${turn})`}>
            <text y="4" stroke="#1d0d10" strokeWidth="17" fill="#1d0d10">
              {letter}
            </text>
            <text stroke="#6d3414" strokeWidth="9" fill="#6d3414">
              {letter}
            </text>
            <text fill="url(#dawgs-gold)">{letter}</text>
          </g>
        ))}
      </g>
    </svg>
  );
}

/** Each letter with its place and lean. */
const letters: readonly [string, number, number, number][] = [
  ["D", 124, 122, -5],
  ["A", 199, 119, 2],
  ["W", 284, 118, -1],
  ["G", 370, 119, 2],
  ["S", 444, 122, 5],
];
