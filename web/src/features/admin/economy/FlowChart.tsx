import { type PointerEvent, useId, useState } from "react";
import { formatAxisValue, formatShortSiteDay, formatSiteWeekday } from "@/ui/format/detail";
import { formatPoints } from "@/ui/format/numbers";
import { axisSteps, type DayFlows, type GroupId, groups, total } from "./flows";
import { useWidth } from "./use-width";

/** The colours stand apart in lightness too; the names stand beside them in the legend. */
export const fills: Readonly<Record<GroupId, string>> = {
  games: "oklch(0.835 0.142 86)",
  rewards: "oklch(0.76 0.12 180)",
  admins: "oklch(0.66 0.13 255)",
  shop: "oklch(0.58 0.16 305)",
  giveaways: "oklch(0.72 0.15 5)",
  corrections: "oklch(0.55 0.012 300)",
};

const HEIGHT = 300;
/** Room for the values beside and the days below. */
const LEFT = 68;
const TOP = 10;
const BOTTOM = 28;
/** A label of a day takes so much room. */
const LABEL = 64;

/** What members got and gave per day: what came upwards, what went downwards, by who moved it. */
export function FlowChart({ days }: { days: readonly DayFlows[] }) {
  const [place, width] = useWidth(900);
  const [at, setAt] = useState<number | null>(null);
  const summaryId = useId();
  const frame = frameOf(days, width);
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT;
    const day = Math.floor(x / frame.slot);
    setAt(day >= 0 && day < days.length ? day : null);
  };
  const { minted, burned } = total(days);
  const seen = at === null ? undefined : days[at];
  return (
    <figure>
      <div ref={place} style={{ height: HEIGHT }} className="relative overflow-hidden">
        <svg
          role="img"
          aria-labelledby={summaryId}
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          onPointerMove={follow}
          onPointerLeave={() => setAt(null)}
          className="absolute inset-0 touch-pan-y"
        >
          <title id={summaryId}>
            {`Points minted and burned per day, ${days.length} days: ${formatPoints(minted)} minted, ${formatPoints(burned)} burned. The figures stand in the table below.`}
          </title>
          <Scale frame={frame} width={width} />
          {at !== null && (
            <rect
              x={LEFT + at * frame.slot}
              y={TOP}
              width={frame.slot}
              height={HEIGHT - TOP - BOTTOM}
              className="fill-white/5"
            />
          )}
          {days.map((day, index) => (
            <Bars key={day.day} day={day} x={LEFT + index * frame.slot} frame={frame} />
          ))}
          <line
            x1={LEFT}
            x2={width}
            y1={frame.zero}
            y2={frame.zero}
            className="stroke-line-strong"
          />
          <Days days={days} frame={frame} />
        </svg>
        {seen !== undefined && at !== null && (
          <Readout day={seen} isRight={at > days.length / 2} x={LEFT + (at + 0.5) * frame.slot} />
        )}
      </div>
    </figure>
  );
}

type Frame = {
  /** The width of a day. */
  slot: number;
  /** Where nothing is. */
  zero: number;
  pixels: (points: number) => number;
  /** What is marked: above zero what came, below it what went. */
  marks: readonly number[];
};

function frameOf(days: readonly DayFlows[], width: number): Frame {
  const up = Math.max(0, ...days.map(({ all }) => all.minted));
  const down = Math.max(0, ...days.map(({ all }) => all.burned));
  const step = axisSteps(Math.max(up, down))[1] ?? 1;
  const [above, below] = [Math.max(1, Math.ceil(up / step)), Math.ceil(down / step)];
  const perStep = (HEIGHT - TOP - BOTTOM) / (above + below);
  return {
    slot: (width - LEFT) / Math.max(1, days.length),
    zero: TOP + above * perStep,
    pixels: (points) => (points / step) * perStep,
    marks: Array.from({ length: above + below + 1 }, (_, index) => (above - index) * step),
  };
}

function Scale({ frame, width }: { frame: Frame; width: number }) {
  return frame.marks.map((mark) => {
    const y = frame.zero - frame.pixels(mark);
    return (
      <g key={mark}>
        <line x1={LEFT} x2={width} y1={y} y2={y} className="stroke-line" />
        <text x={LEFT - 10} y={y + 4} textAnchor="end" className="fill-muted text-xs">
          {mark < 0 ? `−${formatAxisValue(-mark)}` : formatAxisValue(mark)}
        </text>
      </g>
    );
  });
}

/** One day: what came stands on the line, what went hangs from it. */
function Bars({ day, x, frame }: { day: DayFlows; x: number; frame: Frame }) {
  const gap = Math.min(6, frame.slot * 0.22);
  const bars = [];
  let [top, bottom] = [frame.zero, frame.zero];
  for (const { id } of groups) {
    const { minted, burned } = day.of[id];
    const [up, down] = [frame.pixels(minted), frame.pixels(burned)];
    top -= up;
    if (up > 0) bars.push({ key: `${id}+`, y: top, height: up, fill: fills[id] });
    if (down > 0) bars.push({ key: `${id}-`, y: bottom, height: down, fill: fills[id] });
    bottom += down;
  }
  return bars.map(({ key, y, height, fill }) => (
    <rect
      key={key}
      x={x + gap}
      y={y}
      width={Math.max(1, frame.slot - 2 * gap)}
      // A hair of ground between two of them.
      height={height > 3 ? height - 1 : height}
      fill={fill}
      rx={height > 4 ? 2 : 0}
    />
  ));
}

/** As many days are named as there is room for, counted back from today. */
function Days({ days, frame }: { days: readonly DayFlows[]; frame: Frame }) {
  const every = Math.max(1, Math.ceil(LABEL / frame.slot));
  return days.map(({ day }, index) => {
    if ((days.length - 1 - index) % every !== 0) return null;
    const isLast = index === days.length - 1;
    const x = LEFT + (index + 0.5) * frame.slot;
    // The last one must not stick out.
    const isTight = isLast && frame.slot < LABEL;
    return (
      <text
        key={day}
        x={isTight ? LEFT + days.length * frame.slot : x}
        y={HEIGHT - 8}
        textAnchor={isTight ? "end" : "middle"}
        className={isLast ? "fill-text text-xs font-semibold" : "fill-muted text-xs"}
      >
        {isLast ? "Today" : formatShortSiteDay(day)}
      </text>
    );
  });
}

/** A day's figures beside the pointer. Whoever has no pointer reads them in the table. */
function Readout({ day, x, isRight }: { day: DayFlows; x: number; isRight: boolean }) {
  const moved = groups.filter(({ id }) => day.of[id].minted + day.of[id].burned > 0);
  return (
    <div
      aria-hidden="true"
      style={isRight ? { right: `calc(100% - ${x}px + 16px)` } : { left: `${x + 16}px` }}
      className="pointer-events-none absolute top-2 z-10 w-64 rounded-md border border-line-strong bg-ink-850 p-3 text-xs shadow-raised"
    >
      <p className="text-sm font-semibold">{formatSiteWeekday(day.day)}</p>
      <dl className="mt-2 flex flex-col gap-1.5">
        {moved.map(({ id, name }) => (
          <div key={id} className="flex items-center gap-2">
            <dt className="flex min-w-0 flex-1 items-center gap-2 text-muted">
              <span className="size-2.5 shrink-0 rounded-[3px]" style={{ background: fills[id] }} />
              <span className="truncate">{name}</span>
            </dt>
            <dd className="whitespace-nowrap tabular-nums">
              <Signed sign="+" amount={day.of[id].minted} />{" "}
              <Signed sign="−" amount={day.of[id].burned} />
            </dd>
          </div>
        ))}
        {moved.length === 0 && <p className="text-muted">Nothing moved.</p>}
      </dl>
    </div>
  );
}

function Signed({ sign, amount }: { sign: "+" | "−"; amount: number }) {
  if (amount === 0) return null;
  return (
    <span className={sign === "+" ? "text-win" : "text-loss"}>
      {sign}
      {formatPoints(amount)}
    </span>
  );
}
