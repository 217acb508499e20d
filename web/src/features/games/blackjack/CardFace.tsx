import { cx } from "@/ui/cx";
import type { Card, Rank, Suit } from "./cards";

/** The face of a playing card, 100 by 140. Court cards are drawn once and turned for their other half. */

const suitPaths: Record<Suit, string> = {
  S: "M12 1.8c1 4 9 7.6 9 12.8 0 2.6-2 4.3-4.3 4.3-1.5 0-2.7-.7-3.4-1.7.1 2 .8 3.7 2.2 5h-7c1.4-1.3 2.1-3 2.2-5-.7 1-1.9 1.7-3.4 1.7C5 18.9 3 17.2 3 14.6 3 9.4 11 5.8 12 1.8z",
  H: "M12 21.5C5 16 2 12.3 2 8.4 2 5.3 4.3 3 7.1 3c2 0 3.8 1.1 4.9 3 1.1-1.9 2.9-3 4.9-3C19.7 3 22 5.3 22 8.4c0 3.9-3 7.6-10 13.1z",
  D: "M12 1.5C14 5.2 17 9.2 20 12c-3 2.8-6 6.8-8 10.5C10 18.8 7 14.8 4 12c3-2.8 6-6.8 8-10.5z",
  C: "M12 1.8a4.7 4.7 0 0 1 4.1 7A4.7 4.7 0 1 1 13.3 17.2c.1 2 .8 3.7 2.2 5h-7c1.4-1.3 2.1-3 2.2-5A4.7 4.7 0 1 1 7.9 8.8 4.7 4.7 0 0 1 12 1.8z",
};

const red = "oklch(.55 .205 25)";
const black = "oklch(.24 .02 290)";
const gold = "oklch(.76 .14 82)";
const paleGold = "oklch(.88 .1 90)";
const skin = "oklch(.9 .045 70)";

/** The colour of a suit. */
function inkOf(suit: Suit): string {
  return suit === "H" || suit === "D" ? red : black;
}

function SuitMark({ suit, x, y, size }: { suit: Suit; x: number; y: number; size: number }) {
  return (
    <path
      d={suitPaths[suit]}
      fill={inkOf(suit)}
      transform={`translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`}
    />
  );
}

/** Places of the upper half and the middle; the others are their mirror images. */
const pips: Partial<Record<Rank, readonly (readonly [number, number])[]>> = {
  "2": [[50, 30]],
  "3": [
    [50, 30],
    [50, 70],
  ],
  "4": [
    [36, 30],
    [64, 30],
  ],
  "5": [
    [36, 30],
    [64, 30],
    [50, 70],
  ],
  "6": [
    [36, 30],
    [64, 30],
    [36, 70],
    [64, 70],
  ],
  "7": [
    [36, 30],
    [64, 30],
    [36, 70],
    [64, 70],
    [50, 50],
  ],
  "8": [
    [36, 30],
    [64, 30],
    [36, 70],
    [64, 70],
    [50, 50],
  ],
  "9": [
    [36, 28],
    [64, 28],
    [36, 56],
    [64, 56],
    [50, 70],
  ],
  T: [
    [36, 28],
    [64, 28],
    [36, 56],
    [64, 56],
    [50, 42],
  ],
};

/** Sevens have a pip in their upper half that has no mirror image. */
function isMirrored(rank: Rank, y: number): boolean {
  return y !== 70 && !(rank === "7" && y === 50);
}

export function CardFace({ card, className }: { card: Card; className?: string }) {
  const { rank, suit } = card;
  return (
    <svg viewBox="0 0 100 140" aria-hidden="true" className={cx("block", className)}>
      <Index card={card} />
      <g transform="rotate(180 50 70)">
        <Index card={card} />
      </g>
      {rank === "A" ? (
        <Ace suit={suit} />
      ) : pips[rank] === undefined ? (
        <Court rank={rank} suit={suit} />
      ) : (
        <Pips rank={rank} suit={suit} />
      )}
    </svg>
  );
}

function Index({ card: { rank, suit } }: { card: Card }) {
  return (
    <>
      <text
        x="14"
        y="27"
        textAnchor="middle"
        fill={inkOf(suit)}
        fontFamily="var(--font-display)"
        fontWeight="750"
        fontSize={rank === "T" ? 23 : 26}
        letterSpacing={rank === "T" ? -3 : 0}
      >
        {rank === "T" ? "10" : rank}
      </text>
      <SuitMark suit={suit} x={14} y={40} size={17} />
    </>
  );
}

function Ace({ suit }: { suit: Suit }) {
  return (
    <>
      <circle cx="50" cy="70" r="29" fill="none" stroke={gold} strokeWidth="1" opacity=".7" />
      <circle cx="50" cy="70" r="26" fill="none" stroke={gold} strokeWidth=".6" opacity=".6" />
      <SuitMark suit={suit} x={50} y={70} size={36} />
    </>
  );
}

function Pips({ rank, suit }: { rank: Rank; suit: Suit }) {
  const places = pips[rank] ?? [];
  const half = (mirrored: boolean) =>
    places
      .filter(([, y]) => !mirrored || isMirrored(rank, y))
      .map(([x, y]) => <SuitMark key={`${x} ${y}`} suit={suit} x={x} y={y} size={17} />);
  return (
    <>
      {half(false)}
      <g transform="rotate(180 50 70)">{half(true)}</g>
    </>
  );
}

function Court({ rank, suit }: { rank: Rank; suit: Suit }) {
  return (
    <>
      <rect x="26" y="17" width="48" height="106" rx="5" fill="oklch(.955 .022 88)" />
      <Bust rank={rank} suit={suit} />
      <g transform="rotate(180 50 70)">
        <Bust rank={rank} suit={suit} />
      </g>
      <path d="M26 70h48" stroke={gold} strokeWidth="1.6" />
      <rect
        x="26"
        y="17"
        width="48"
        height="106"
        rx="5"
        fill="none"
        stroke={inkOf(suit)}
        strokeWidth="1.2"
        opacity=".75"
      />
    </>
  );
}

/** Half a figure: robe, head, hair and what it wears. */
function Bust({ rank, suit }: { rank: Rank; suit: Suit }) {
  const robe = inkOf(suit);
  return (
    <>
      <SuitMark suit={suit} x={34.5} y={27} size={11} />
      {rank === "Q" && <path d="M39 40c0-9 22-9 22 0l3 17H36z" fill="oklch(.46 .08 60)" />}
      {rank === "J" && <path d="M40 40c0-8 20-8 20 0l1.5 11h-23z" fill="oklch(.62 .1 72)" />}
      <path d="M26.6 70V63c1-7 9-10 16-11h15c7 1 15 4 16 11v7z" fill={robe} />
      <path d="M43 52.5 50 62l7-9.5 3.5 1.5L52.5 70h-5L39.5 54z" fill={gold} />
      <path d="M46.5 70 50 62l3.5 8z" fill={paleGold} />
      <path d="M31 70v-6.5l3-1.7V70zm35 0v-8.2l3 1.7V70z" fill={gold} />
      <path d="M46 47h8v6.5L50 58l-4-4.5z" fill={skin} />
      <ellipse cx="50" cy="42.5" rx="7.6" ry="9" fill={skin} />
      {rank === "K" && (
        <path
          d="M42.3 43.5c.6 9 4 13.5 7.7 13.5s7.1-4.5 7.7-13.5c-1.7 3-4 4.3-7.7 4.3s-6-1.3-7.7-4.3z"
          fill="oklch(.42 .05 60)"
        />
      )}
      <path
        d="M45.8 42h2.4m3.6 0h2.4"
        stroke="oklch(.3 .03 40)"
        strokeWidth="1.3"
        strokeLinecap="round"
      />
      {rank !== "K" && (
        <path d="M48.3 47.6q1.7 1.1 3.4 0" stroke={red} strokeWidth="1.1" fill="none" />
      )}
      <Headwear rank={rank} robe={robe} />
    </>
  );
}

function Headwear({ rank, robe }: { rank: Rank; robe: string }) {
  if (rank === "K")
    return (
      <>
        <path d="M40.5 37 38.6 23.5l6.2 5.7L50 20.5l5.2 8.7 6.2-5.7L59.5 37z" fill={gold} />
        <path d="M40.3 34.5h19.4l-.4 3.5H40.7z" fill={robe} />
        <circle cx="50" cy="20.7" r="2" fill={paleGold} />
      </>
    );
  if (rank === "Q")
    return (
      <>
        <path
          d="M42 35.5c0-7 2.5-11.5 8-14 5.5 2.5 8 7 8 14-2.6-2.3-5.2-3.3-8-3.3s-5.4 1-8 3.3z"
          fill={gold}
        />
        <circle cx="50" cy="27.5" r="2.3" fill={robe} />
      </>
    );
  return (
    <>
      <path d="M40 36.5c-1.5-9 4-13 11-13 6.5 0 10.5 4.5 9.5 11-7-2.6-13.5-2-20.5 2z" fill={robe} />
      <path d="M40 36.5c7-4.6 13.5-5.2 20.6-2.6l-.3 2.7c-7-2-13.3-1.6-20 2z" fill={gold} />
      <path d="M58 26c3.5-5 7-6.5 11-6.5-1.5 5-4.5 8.5-10 10.5z" fill={paleGold} />
    </>
  );
}
