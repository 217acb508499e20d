import { memo } from "react";
import { cx } from "@/ui/cx";
import { hundredthsText } from "../common/tables/reading";
import { gaugePlace } from "./model";
import type { LimboTable } from "./published-table";

/** The arc has one more tick than this. */
export const TICKS = 120;
/** Degrees from the first tick to the last; 0 is at the top. */
const SWEEP = 216;

const CENTRE = { x: 230, y: 220 };
const RADIUS = 168;
const marks = [100, 120, 150, 200, 300, 500, 1_000, 10_000] as const;
const ticks = Array.from({ length: TICKS + 1 }, (_, tick) => tick);

/** The angle of a place from 0 to 1, in degrees from the top. */
export function tickOf(place: number): number {
  return (place - 0.5) * SWEEP;
}

type ArcProps = {
  /** Where the target stands, from 0 to 1. */
  place: number | null;
  target: number | null;
  rules: LimboTable;
};

/** The arc of ticks. Which of them are lit and where the needle points is written by the count. */
export const Arc = memo(function Arc({ place, target, rules }: ArcProps) {
  return (
    <svg viewBox="0 0 460 300" aria-hidden="true" className="block w-full">
      <g transform={`translate(${CENTRE.x} ${CENTRE.y})`}>
        <path d={arcPath(0, 1, RADIUS + 14)} className="fill-none stroke-ink-700" strokeWidth="3" />
        {place !== null && (
          <path
            d={arcPath(Math.min(place, 0.997), 1, RADIUS + 14)}
            className="fill-none stroke-win"
            strokeWidth="5"
            strokeLinecap="round"
          />
        )}
        <g>
          {ticks.map((tick) => (
            <Tick
              key={tick}
              tick={tick}
              className={isWinning(tick, place) ? "stroke-win/35" : "stroke-ink-700"}
            />
          ))}
        </g>
        <g data-part="lit">
          {ticks.map((tick) => (
            <Tick
              key={tick}
              tick={tick}
              isUnlit
              className={isWinning(tick, place) ? "stroke-win" : "stroke-text"}
            />
          ))}
        </g>
        {marks
          .filter((mark) => mark < rules.maxTarget)
          .map((mark) => (
            <Mark key={mark} mark={mark} rules={rules} />
          ))}
        {place !== null && target !== null && (
          <g transform={`rotate(${tickOf(place)})`}>
            <path
              d={`M0 ${-RADIUS - 10} l7 -13 a3 3 0 0 0 -2.6 -4.4 h-8.8 a3 3 0 0 0 -2.6 4.4 z`}
              className="fill-win stroke-ink-900"
              strokeWidth="3"
              paintOrder="stroke"
            />
          </g>
        )}
        <g data-part="needle" className="will-change-transform">
          <path
            d={`M0 ${-RADIUS + 29} l-6.5 12 a2.6 2.6 0 0 0 2.3 3.9 h8.4 a2.6 2.6 0 0 0 2.3 -3.9 z`}
            className="fill-text"
          />
        </g>
      </g>
    </svg>
  );
});

/** Whether a tick stands beyond the target. */
function isWinning(tick: number, place: number | null): boolean {
  return place !== null && tick / TICKS >= place;
}

function Tick({
  tick,
  className,
  isUnlit = false,
}: {
  tick: number;
  className: string;
  isUnlit?: boolean;
}) {
  const isLong = tick % 10 === 0;
  return (
    <line
      x1="0"
      x2="0"
      y1={-RADIUS}
      y2={-RADIUS + (isLong ? 22 : 15)}
      transform={`rotate(${tickOf(tick / TICKS)})`}
      strokeWidth="2.6"
      strokeLinecap="round"
      className={cx("transition-opacity duration-200", className, isUnlit && "opacity-0")}
    />
  );
}

/** A multiplier written where it stands on the arc. */
function Mark({ mark, rules }: { mark: number; rules: LimboTable }) {
  const angle = (tickOf(gaugePlace(mark, rules)) * Math.PI) / 180;
  const radius = RADIUS + 41;
  return (
    <text
      x={Math.sin(angle) * radius}
      y={-Math.cos(angle) * radius}
      textAnchor="middle"
      dominantBaseline="central"
      className="fill-muted text-[13px] font-medium"
    >
      {hundredthsText(mark).replace(/\.?0+$/, "")}
    </text>
  );
}

function arcPath(from: number, to: number, radius: number): string {
  const point = (place: number) => {
    const angle = (tickOf(place) * Math.PI) / 180;
    return `${(Math.sin(angle) * radius).toFixed(2)} ${(-Math.cos(angle) * radius).toFixed(2)}`;
  };
  const isLarge = (to - from) * SWEEP > 180 ? 1 : 0;
  return `M${point(from)} A${radius} ${radius} 0 ${isLarge} 1 ${point(to)}`;
}
