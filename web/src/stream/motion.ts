const query = "(prefers-reduced-motion: reduce)";

/** Whether less motion is asked for. Read at the moment of use: it can change. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia(query).matches;
}

/** Calls `listener` when that changes, until the returned function is called. */
export function onReducedMotion(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** Fast at first, then settling. */
export const EASE_OUT = "cubic-bezier(.22, 1, .36, 1)";
