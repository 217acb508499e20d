/** Whether this person asked for less motion. Read at the moment of use: it can change. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How a script scrolls: at once for a person who asked for less motion. CSS cannot overrule a script. */
export function scrollBehavior(): "smooth" | "instant" {
  return prefersReducedMotion() ? "instant" : "smooth";
}
