/** Whether this person asked for less motion. Read at the moment of use: it can change. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
