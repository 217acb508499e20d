import { useEffect, useRef, useState } from "react";
import { prefersReducedMotion } from "./motion";

const TICK_MS = 420;

type NumberTickerProps = {
  value: number;
  format: (value: number) => string;
  /** How screen readers get it, where that is another text. */
  said?: (value: number) => string;
};

/** A whole number that runs to its new value. Screen readers only get the value itself. */
export function NumberTicker({ value, format, said = format }: NumberTickerProps) {
  const [shown, setShown] = useState(value);
  const shownNow = useRef(value);

  useEffect(() => {
    const from = shownNow.current;
    const show = (next: number) => {
      shownNow.current = next;
      setShown(next);
    };
    if (from === value || prefersReducedMotion()) {
      show(value);
      return;
    }
    const start = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(Math.max((now - start) / TICK_MS, 0), 1);
      const eased = 1 - (1 - part) ** 3;
      show(part === 1 ? value : Math.round(from + (value - from) * eased));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);

  return (
    <>
      <span aria-hidden="true">{format(shown)}</span>
      <span className="sr-only">{said(value)}</span>
    </>
  );
}
