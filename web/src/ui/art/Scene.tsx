import type { ReactNode } from "react";

/** A small drawing for a place with nothing to show. One gold point in each: where the eye should rest. */
export function Scene({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 168 120"
      fill="none"
      aria-hidden="true"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-30 w-42"
    >
      <ellipse cx="84" cy="108" rx="66" ry="7" className="fill-black" />
      {children}
    </svg>
  );
}

/** The outline of the house in these drawings. */
export const housePath =
  "M46 54 78.5 27.5a8.7 8.7 0 0 1 11 0L122 54v44a9 9 0 0 1-9 9H55a9 9 0 0 1-9-9z";
