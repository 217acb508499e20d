import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Site } from "@/features/site/queries";
import { animate, easeOut } from "@/ui/animate";
import { cx } from "@/ui/cx";
import { Fits } from "@/ui/Fits";
import { formatCompactPoints } from "@/ui/format/numbers";
import { prefersReducedMotion } from "@/ui/motion";
import { Skeleton } from "@/ui/Skeleton";
import * as texts from "./texts/en";

/** How long the figures run. */
const RUN_MS = 2_000;

type CounterProps = {
  label: string;
  value: number | undefined;
  /** The figure with its unit. */
  withUnit?: (figure: string) => string;
  /** Where the figure can be checked. */
  isOfFairness?: boolean;
};

const live = {
  members: { label: texts.liveMembers },
  points_paid: { label: texts.pointsPaid },
  rounds: { label: texts.rounds, isOfFairness: true },
} as const;

/** What the site counts itself, then what the streamer states. */
function countersOf(site: Site | undefined): readonly CounterProps[] {
  const entered = site?.counters;
  const own = (site?.liveCounters ?? []).map(({ counter, value }) =>
    Object.assign({ value }, live[counter]),
  );
  return [
    ...own,
    { label: texts.winnings, value: entered?.winnings, withUnit: texts.winningsValue },
    { label: texts.hours, value: entered?.hours },
    { label: texts.members, value: entered?.members },
    {
      label: texts.entertainment,
      value: entered?.entertainment,
      withUnit: texts.entertainmentValue,
    },
  ];
}

/** The community in up to seven figures. Those that are 0 are not shown. */
export function Counters({ site }: { site: Site | undefined }) {
  const shown = countersOf(site).filter(({ value }) => value !== 0);
  if (shown.length === 0) return null;
  return (
    <section aria-label={texts.counters}>
      <dl className="flex flex-wrap gap-px overflow-hidden rounded-xl border border-line bg-line">
        {shown.map((counter) => (
          <Counter key={counter.label} {...counter} width={widthOf(shown.length)} />
        ))}
      </dl>
    </section>
  );
}

/** Rows are filled at every width: two in a row on phones, up to four on wide screens. */
function widthOf(count: number): string {
  const ofScreen =
    count === 3 || count === 5 || count === 6
      ? "md:basis-[calc(33.3%-1px)]"
      : "xl:basis-[calc(25%-1px)]";
  return cx("basis-[calc(50%-1px)]", ofScreen);
}

function Counter({
  label,
  value,
  withUnit = String,
  isOfFairness = false,
  width,
}: CounterProps & { width: string }) {
  const format = (figure: number) => withUnit(formatCompactPoints(figure));
  return (
    <div
      className={cx(
        "flex min-w-0 grow flex-col-reverse justify-end gap-1 bg-ink-900 px-4 py-5 sm:px-6 sm:py-6",
        width,
      )}
    >
      <dt className="text-sm text-muted">
        {isOfFairness ? (
          <Link
            to="/fairness"
            className="relative underline decoration-line-strong underline-offset-4 hover:text-text hover:decoration-gold-400 before:absolute before:-inset-3 before:content-['']"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="flex min-h-[1em] items-end *:w-full font-display text-2xl leading-none font-extrabold sm:text-3xl">
        {value === undefined ? (
          <Skeleton className="h-[1em] w-24 rounded-sm" />
        ) : (
          <Fits text={format(value)}>
            <RunningFigure value={value} format={format} />
          </Fits>
        )}
      </dd>
    </div>
  );
}

/** Runs up from nothing once it is in sight. Screen readers and still pages have the figure at once. */
function RunningFigure({ value, format }: { value: number; format: (figure: number) => string }) {
  const place = useRef<HTMLSpanElement>(null);
  // Whoever wants less motion, or has a browser that cannot tell what is in sight, has it at once.
  const [isStill] = useState(() => prefersReducedMotion() || !("IntersectionObserver" in window));
  const [reached, setReached] = useState(0);
  useEffect(() => {
    if (isStill) return;
    let stop: () => void = () => undefined;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      watch.disconnect();
      stop = animate(RUN_MS, (part) => setReached(Math.round(value * easeOut(part, 3))));
    });
    if (place.current !== null) watch.observe(place.current);
    return () => {
      watch.disconnect();
      stop();
    };
  }, [value, isStill]);
  return (
    <span ref={place}>
      <span aria-hidden="true">{format(isStill ? value : reached)}</span>
      <span className="sr-only">{format(value)}</span>
    </span>
  );
}
