import { useParentSize } from "@visx/responsive";
import { scaleBand, scaleLinear } from "@visx/scale";
import { BarStack } from "@visx/shape";
import { type PointerEvent, useId, useState } from "react";
import { formatAxisValue, formatShortSiteDay, formatSiteWeekday } from "@/ui/format/detail";
import { formatPoints, formatSignedPoints } from "@/ui/format/numbers";
import { type DayFlows, type GroupId, groups, total } from "./flows";
import * as texts from "./texts/en";

/** The colours differ in lightness too; the legend names them. */
export const colours: Readonly<Record<GroupId, { fill: string; background: string }>> = {
  games: { fill: "fill-gold-400", background: "bg-gold-400" },
  rewards: { fill: "fill-chart-teal", background: "bg-chart-teal" },
  admins: { fill: "fill-chart-blue", background: "bg-chart-blue" },
  shop: { fill: "fill-chart-violet", background: "bg-chart-violet" },
  giveaways: { fill: "fill-chart-rose", background: "bg-chart-rose" },
  corrections: { fill: "fill-chart-grey", background: "bg-chart-grey" },
};

const HEIGHT = 300;
/** Before the browser has measured the chart. */
const WIDTH = 900;
/** Space for the values on the left, the days below and the last day's label on the right. */
const LEFT = 68;
const TOP = 10;
const BOTTOM = 28;
const RIGHT = 18;
/** The space that the label of a day takes. */
const LABEL = 64;

/** A bar of a day: what a group minted, above zero, or burned, below it. */
type BarKey = `${GroupId} ${"minted" | "burned"}`;
const bars = groups.flatMap(({ id }) =>
  (["minted", "burned"] as const).map((kind) => ({ key: `${id} ${kind}` as const, id, kind })),
);
const barByKey = new Map(bars.map((bar) => [bar.key, bar]));

function barValue({ of }: DayFlows, key: BarKey): number {
  const bar = barByKey.get(key);
  if (bar === undefined) return 0;
  return bar.kind === "minted" ? of[bar.id].minted : -of[bar.id].burned;
}

/** What was minted and burned per day, by source. The days are read by pointer or arrow keys. */
export function FlowChart({ days }: { days: readonly DayFlows[] }) {
  const { parentRef, width: measured } = useParentSize({
    initialSize: { width: WIDTH },
    ignoreDimensions: ["height", "top", "left"],
    debounceTime: 0,
  });
  const [at, setAt] = useState<number | null>(null);
  const summaryId = useId();
  const width = measured || WIDTH;
  const { x, y } = scalesOf(days, width);
  const { minted, burned } = total(days);
  const day = at === null ? undefined : days[at];
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor((event.clientX - left - LEFT) / x.step());
    setAt(index >= 0 && index < days.length ? index : null);
  };
  return (
    <figure
      ref={parentRef}
      style={{ height: HEIGHT }}
      className="relative overflow-hidden rounded-sm outline-offset-4 outline-gold-300 has-focus-visible:outline-2"
    >
      <svg
        role="img"
        aria-labelledby={summaryId}
        width={width}
        height={HEIGHT}
        onPointerMove={follow}
        onPointerLeave={() => setAt(null)}
        className="absolute inset-0 touch-pan-y"
      >
        <title id={summaryId}>
          {texts.pointsMintedBurnedPer(days.length, formatPoints(minted), formatPoints(burned))}
        </title>
        <Values y={y} width={width} />
        {day !== undefined && (
          <rect
            x={dayCentre(x, day) - x.step() / 2}
            y={TOP}
            width={x.step()}
            height={HEIGHT - TOP - BOTTOM}
            className="fill-white/5"
          />
        )}
        <Bars days={days} x={x} y={y} />
        <line x1={LEFT} x2={width} y1={y(0)} y2={y(0)} className="stroke-line-strong" />
        <Days days={days} x={x} />
      </svg>
      <DayInput days={days} at={at} onAt={setAt} />
      {day !== undefined && (
        <Readout day={day} x={dayCentre(x, day)} isRight={dayCentre(x, day) > width / 2} />
      )}
    </figure>
  );
}

type DayScale = ReturnType<typeof scalesOf>["x"];
type ValueScale = ReturnType<typeof scalesOf>["y"];

function scalesOf(days: readonly DayFlows[], width: number) {
  const slot = (width - LEFT - RIGHT) / Math.max(1, days.length);
  const gap = Math.min(0.44, 12 / slot);
  const most = Math.max(1, ...days.map(({ all }) => all.minted));
  const least = Math.min(0, ...days.map(({ all }) => -all.burned));
  return {
    x: scaleBand({
      domain: days.map(({ day }) => day),
      range: [LEFT, width - RIGHT],
      paddingInner: gap,
      paddingOuter: gap / 2,
    }),
    y: scaleLinear<number>({ domain: [least, most], range: [HEIGHT - BOTTOM, TOP], nice: 5 }),
  };
}

function dayCentre(x: DayScale, { day }: DayFlows): number {
  return (x(day) ?? 0) + x.bandwidth() / 2;
}

function Values({ y, width }: { y: ValueScale; width: number }) {
  // Points are whole.
  const marks = y.ticks(5).filter(Number.isInteger);
  return marks.map((mark) => (
    <g key={mark} transform={`translate(0 ${y(mark)})`}>
      <line x1={LEFT} x2={width} className="stroke-line" />
      <text x={LEFT - 10} y={4} textAnchor="end" className="fill-muted text-xs">
        {mark < 0 ? `−${formatAxisValue(-mark)}` : formatAxisValue(mark)}
      </text>
    </g>
  ));
}

type BarsProps = { days: readonly DayFlows[]; x: DayScale; y: ValueScale };

function Bars({ days, x, y }: BarsProps) {
  return (
    <BarStack<DayFlows, BarKey, DayScale, ValueScale>
      data={[...days]}
      keys={bars.map(({ key }) => key)}
      value={barValue}
      x={({ day }) => day}
      xScale={x}
      yScale={y}
      offset="diverging"
      color={(key) => colours[barByKey.get(key)?.id ?? "corrections"].fill}
    >
      {(stacks) =>
        stacks.map(({ key, bars: drawn }) =>
          drawn
            .filter(({ height }) => height > 0)
            .map((bar) => (
              <rect
                key={`${key} ${bar.index}`}
                x={bar.x}
                y={bar.y}
                width={Math.max(1, bar.width)}
                // A thin line of the ground between two bars.
                height={bar.height > 3 ? bar.height - 1 : bar.height}
                rx={bar.height > 4 ? 2 : 0}
                className={bar.color}
              />
            )),
        )
      }
    </BarStack>
  );
}

/** Labels as many days as there is space for, counted back from today. */
function Days({ days, x }: Omit<BarsProps, "y">) {
  const every = Math.max(1, Math.ceil(LABEL / x.step()));
  const last = days.length - 1;
  return days.map((day, index) => {
    if ((last - index) % every !== 0) return null;
    return (
      <text
        key={day.day}
        x={dayCentre(x, day)}
        y={HEIGHT - 8}
        textAnchor="middle"
        className={index === last ? "fill-text text-xs font-semibold" : "fill-muted text-xs"}
      >
        {index === last ? texts.today : formatShortSiteDay(day.day)}
      </text>
    );
  });
}

type DayInputProps = {
  days: readonly DayFlows[];
  at: number | null;
  onAt: (at: number | null) => void;
};

/** Chooses the day by keyboard, and reads it to screen readers. */
function DayInput({ days, at, onAt }: DayInputProps) {
  const last = days.length - 1;
  const day = days[at ?? last];
  if (day === undefined) return null;
  return (
    <input
      type="range"
      min={0}
      max={last}
      value={at ?? last}
      aria-label={texts.dayChart}
      aria-valuetext={`${formatSiteWeekday(day.day)}: ${movesOf(day)
        .map(({ name, amounts }) => `${name} ${amounts.map(formatSignedPoints).join(" ")}`)
        .join(", ")}`}
      onChange={(event) => onAt(Number(event.target.value))}
      onFocus={() => onAt(last)}
      onBlur={() => onAt(null)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onAt(null);
      }}
      className="sr-only"
    />
  );
}

/** What moved points on a day, with the points that came and went. */
function movesOf({ of }: DayFlows) {
  return groups
    .map(({ id, name }) => {
      const { minted, burned } = of[id];
      return { id, name, amounts: [minted, -burned].filter((amount) => amount !== 0) };
    })
    .filter(({ amounts }) => amounts.length > 0);
}

/** The figures of a day, beside its bars as far as there is space. */
function Readout({ day, x, isRight }: { day: DayFlows; x: number; isRight: boolean }) {
  const moves = movesOf(day);
  const beside = isRight ? `calc(100% - ${x}px + 16px)` : `${x + 16}px`;
  return (
    <div
      aria-hidden="true"
      style={{ [isRight ? "right" : "left"]: `min(${beside}, 100% - 16rem)` }}
      className="pointer-events-none absolute top-2 z-10 w-64 rounded-md border border-line-strong bg-ink-850 p-3 text-xs shadow-raised"
    >
      <p className="text-sm font-semibold">{formatSiteWeekday(day.day)}</p>
      <dl className="mt-2 flex flex-col gap-1.5">
        {moves.map(({ id, name, amounts }) => (
          <div key={id} className="flex items-center gap-2">
            <dt className="flex min-w-0 flex-1 items-center gap-2 text-muted">
              <span className={`size-2.5 shrink-0 rounded-[3px] ${colours[id].background}`} />
              <span className="truncate">{name}</span>
            </dt>
            <dd className="flex gap-1 whitespace-nowrap tabular-nums">
              {amounts.map((amount) => (
                <span key={amount} className={amount > 0 ? "text-win" : "text-loss"}>
                  {formatSignedPoints(amount)}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {moves.length === 0 && <p className="text-muted">{texts.noPointsMoved}</p>}
    </div>
  );
}
