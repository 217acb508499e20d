import { useEffect, useRef, useState } from "react";
import type { Site } from "@/features/site/queries";
import { animate, easeOut } from "@/ui/animate";
import { formatNumber } from "@/ui/format/numbers";
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
};

/** The community in up to four figures, as the streamer states them. Those that are 0 are not set. */
export function Counters({ counters }: { counters: Site["counters"] | undefined }) {
  const all: CounterProps[] = [
    { label: texts.winnings, value: counters?.winnings, withUnit: texts.winningsValue },
    { label: texts.hours, value: counters?.hours },
    { label: texts.members, value: counters?.members },
    {
      label: texts.entertainment,
      value: counters?.entertainment,
      withUnit: texts.entertainmentValue,
    },
  ];
  const set = all.filter(({ value }) => value !== 0);
  if (set.length === 0) return null;
  return (
    <section aria-label={texts.counters}>
      <dl className="flex flex-wrap gap-px overflow-hidden rounded-xl border border-line bg-line">
        {set.map((counter) => (
          <Counter key={counter.label} {...counter} />
        ))}
      </dl>
    </section>
  );
}

function Counter({ label, value, withUnit = String }: CounterProps) {
  return (
    <div className="flex grow basis-[calc(50%-1px)] flex-col-reverse justify-end gap-1 bg-ink-900 px-4 py-5 sm:px-6 sm:py-6 xl:basis-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-display text-2xl leading-none font-extrabold sm:text-3xl">
        {value === undefined ? (
          <Skeleton className="h-[1em] w-24 rounded-sm" />
        ) : (
          <RunningFigure value={value} format={(figure) => withUnit(formatNumber(figure))} />
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
