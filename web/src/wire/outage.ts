let isOut = false;
let endedAt = Number.NEGATIVE_INFINITY;

/** Call it when the page begins to say that the site is offline. Returns how to note the end of that. */
export function noteOutage(): () => void {
  isOut = true;
  return () => {
    isOut = false;
    endedAt = performance.now();
  };
}

/** Whether the page has stopped saying so at or after `instant`, a time of `performance.now()`. */
export function cameBackSince(instant: number): boolean {
  return !isOut && endedAt >= instant;
}
