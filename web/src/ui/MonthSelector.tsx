import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button, IconButton } from "./Button";
import { cx } from "./cx";
import { formatMonth } from "./format/dates";
import { addMonths, type Month, yearsOf } from "./months";
import * as texts from "./texts/en";

type MonthSelectorProps = {
  month: Month;
  first: Month;
  current: Month;
  onMonth: (month: Month) => void;
  /** The side of the page where it stands: the way back to the current month appears on the other side. */
  side: "start" | "end";
};

/**
 * The month on show: a step back or forward, a list of all of them, and the way back to the current
 * one.
 */
export function MonthSelector({ month, first, current, onMonth, side }: MonthSelectorProps) {
  const select = useRef<HTMLSelectElement>(null);
  const step = (count: number) => {
    const next = addMonths(month, count);
    if (next < first || next > current) return;
    // The button that led to the end of the line is switched off, and would take the focus with it.
    if (next === first || next === current) select.current?.focus();
    onMonth(next);
  };
  return (
    <div
      role="group"
      aria-label={texts.month}
      // Nothing moves away under a pointer that goes from month to month.
      className={cx(
        "flex items-center gap-2 max-sm:w-full max-sm:flex-col",
        side === "start" ? "sm:flex-row-reverse" : "sm:ml-auto",
      )}
    >
      {month !== current && (
        <Button
          tone="ghost"
          onClick={() => {
            select.current?.focus();
            onMonth(current);
          }}
          className="max-sm:order-last max-sm:w-full"
        >
          {texts.currentMonth}
        </Button>
      )}
      <MonthFrame
        onPrevious={month > first ? () => step(-1) : null}
        onNext={month < current ? () => step(1) : null}
      >
        <span className="relative max-sm:flex-1 sm:w-46">
          <select
            ref={select}
            aria-label={texts.monthShow}
            value={month}
            onChange={(event) => onMonth(event.target.value)}
            className="h-11 w-full cursor-pointer appearance-none rounded-md bg-transparent pr-8 pl-4 text-center font-semibold hover:bg-ink-800"
          >
            {yearsOf(first, current).map(({ year, months }) => (
              <optgroup key={year} label={year} className="bg-ink-850">
                {months.map((one) => (
                  <option key={one} value={one} className="bg-ink-850">
                    {formatMonth(one)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
          />
        </span>
      </MonthFrame>
    </div>
  );
}

type MonthFrameProps = {
  /** Null where there is nowhere to go. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  children: ReactNode;
  className?: string;
};

/** A month between the way back and the way forward. */
export function MonthFrame({ onPrevious, onNext, children, className }: MonthFrameProps) {
  return (
    <div className={cx("well flex items-center gap-1 rounded-md p-1 max-sm:w-full", className)}>
      <IconButton
        label={texts.previousMonth}
        disabled={onPrevious === null}
        onClick={() => onPrevious?.()}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </IconButton>
      {children}
      <IconButton label={texts.nextMonth} disabled={onNext === null} onClick={() => onNext?.()}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}
