import { prefersReducedMotion } from "./motion";

/**
 * Calls `draw` once per frame with the part of the duration that has passed, the last time with 1;
 * with less motion, only with 1. Returns what stops it. For what the styles and the Web Animations
 * API cannot move: figures, and drawings that follow from a calculation.
 *
 * @param startsAt on the page's clock (`performance.now`), now unless given
 */
export function animate(
  durationMs: number,
  draw: (part: number) => void,
  startsAt = performance.now(),
): () => void {
  if (durationMs <= 0 || prefersReducedMotion()) {
    draw(1);
    return () => undefined;
  }
  let frame = requestAnimationFrame(function step(now) {
    const part = Math.min(Math.max((now - startsAt) / durationMs, 0), 1);
    if (part < 1) frame = requestAnimationFrame(step);
    draw(part);
  });
  return () => cancelAnimationFrame(frame);
}

/** Fast at first, slow at the end: higher powers are faster at first. */
export function easeOut(part: number, power: number): number {
  return 1 - (1 - part) ** power;
}
