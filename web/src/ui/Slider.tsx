import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { cx } from "./cx";

type SliderProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The values that can be chosen, where the scale is longer than those. */
  lowest?: number;
  highest?: number;
  onValueChange: (value: number) => void;
  disabled?: boolean;
  /** Says the value in words, where the number alone does not. */
  valueText?: string;
  /** Drawn in place of the plain track. */
  track?: ReactNode;
  /** Drawn in place of the plain thumb. */
  thumb?: ReactNode;
  className?: string;
};

/** Steps of the Page keys, and of the arrow keys with Shift. */
const LARGE_STEP = 10;

/**
 * A value on a line. Arrow keys move by a step, Page keys by ten, Home and End to the ends. The slider of
 * Radix does the same, with 11 kB more.
 */
export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  lowest = min,
  highest = max,
  onValueChange,
  disabled = false,
  valueText,
  track,
  thumb,
  className,
}: SliderProps) {
  const handle = useRef<HTMLSpanElement>(null);

  const choose = (wanted: number) => {
    const next = Math.min(Math.max(wanted, lowest), highest);
    if (next !== value) onValueChange(next);
  };
  const chooseAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const part = width === 0 ? 0 : (clientX - left) / width;
    choose(toStep(min + part * (max - min), min, step));
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    // The press selects no text and leaves the focus where it is put here.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    handle.current?.focus();
    chooseAt(event);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) chooseAt(event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = valueForKey(event, { value, min, max, step });
    if (wanted === null) return;
    event.preventDefault();
    choose(wanted);
  };

  const place = `${((value - min) / (max - min)) * 100}%`;
  return (
    <span
      className={cx(
        "relative flex h-11 w-full touch-none items-center select-none",
        disabled ? "cursor-not-allowed" : "cursor-pointer",
        className,
      )}
      {...(!disabled && { onPointerDown, onPointerMove, onKeyDown })}
    >
      <span className="relative h-2 grow rounded-full">
        {track ?? (
          <>
            <span className="absolute inset-0 rounded-full bg-ink-700" />
            <span
              className={cx(
                "absolute left-0 h-full rounded-full",
                disabled ? "bg-ink-600" : "bg-text",
              )}
              style={{ width: place }}
            />
          </>
        )}
      </span>
      {/* Without a width of its own the thumb stands exactly on its value, at the ends too. */}
      <span
        ref={handle}
        role="slider"
        tabIndex={disabled ? undefined : 0}
        aria-label={label}
        aria-valuenow={value}
        aria-valuetext={valueText}
        aria-valuemin={lowest}
        aria-valuemax={highest}
        aria-orientation="horizontal"
        aria-disabled={disabled || undefined}
        className="group absolute block size-0 outline-none"
        style={{ left: place }}
      >
        <span className="absolute -top-5.5 -left-5.5 flex size-11 items-center justify-center">
          {thumb ?? (
            <span
              className={cx(
                "size-6 rounded-full border-4 border-ink-900 shadow-raised transition-transform group-hover:scale-110",
                "group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-gold-300",
                disabled ? "bg-ink-600" : "bg-text",
              )}
            />
          )}
        </span>
      </span>
    </span>
  );
}

type Scale = { value: number; min: number; max: number; step: number };

/** The value that a key asks for, or null for a key that the slider does not use. */
function valueForKey(
  { key, shiftKey }: KeyboardEvent,
  { value, min, max, step }: Scale,
): number | null {
  const isPage = key === "PageUp" || key === "PageDown";
  const by = isPage || shiftKey ? step * LARGE_STEP : step;
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
    case "PageUp":
      return Math.min(value + by, max);
    case "ArrowLeft":
    case "ArrowDown":
    case "PageDown":
      return Math.max(value - by, min);
    case "Home":
      return min;
    case "End":
      return max;
    default:
      return null;
  }
}

/** The nearest value that is a whole number of steps above `min`. */
function toStep(value: number, min: number, step: number): number {
  return Math.round((value - min) / step) * step + min;
}
