import { useEffect, useRef, useState } from "react";
import { animate, easeOut } from "./animate";

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
    if (from === value) return;
    return animate(TICK_MS, (part) => {
      shownNow.current = Math.round(from + (value - from) * easeOut(part, 3));
      setShown(shownNow.current);
    });
  }, [value]);

  return (
    <>
      <span aria-hidden="true">{format(shown)}</span>
      <span className="sr-only">{said(value)}</span>
    </>
  );
}
