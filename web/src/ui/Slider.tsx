import { Slider as Radix } from "radix-ui";
import type { ReactNode } from "react";
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

/** A value on a line. Arrow keys move by a step, Page keys by ten, Home and End to the ends. */
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
  return (
    <Radix.Root
      value={[value]}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={([next]) => {
        if (next !== undefined) onValueChange(Math.min(Math.max(next, lowest), highest));
      }}
      className={cx(
        "relative flex h-11 w-full touch-none items-center select-none",
        disabled ? "cursor-not-allowed" : "cursor-pointer",
        className,
      )}
    >
      <Radix.Track className="relative h-2 grow rounded-full">
        {track ?? (
          <>
            <span className="absolute inset-0 rounded-full bg-ink-700" />
            <Radix.Range
              className={cx("absolute h-full rounded-full", disabled ? "bg-ink-600" : "bg-text")}
            />
          </>
        )}
      </Radix.Track>
      {/* Without a width of its own the thumb stands exactly on its value, at the ends too. */}
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        aria-valuemin={lowest}
        aria-valuemax={highest}
        className="group relative block size-0 outline-none"
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
      </Radix.Thumb>
    </Radix.Root>
  );
}
