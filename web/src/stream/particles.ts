import { animate, el } from "./dom";
import { onReducedMotion, prefersReducedMotion } from "./motion";

/** How many particles drift over the scenes. */
export const PARTICLES = 15;

/** The golden ratio spreads any number of things evenly, and the same way every time. */
const SPREAD = 0.618_034;

type Mote = { left: number; top: number; size: number; sway: number; turnMs: number };

/** Where each of them floats, in shares of the plate, and how fast. */
export function motes(): readonly Mote[] {
  return Array.from({ length: PARTICLES }, (_, index) => {
    const spread = (index * SPREAD) % 1;
    const other = (index * SPREAD * SPREAD + 0.31) % 1;
    return {
      left: 0.02 + 0.96 * spread,
      top: 0.08 + 0.84 * other,
      size: 0.24 + 0.09 * ((index * 7) % 5),
      sway: (other - 0.5) * 5,
      turnMs: 7_000 + 5_000 * other,
    };
  });
}

export type Particles = {
  /** They stop while the plate is hidden. */
  setResting: (isResting: boolean) => void;
  close: () => void;
};

/** Specks of gold that rise over the plate. They lie still where less motion is asked for. */
export function floatParticles(field: HTMLElement): Particles {
  const floating = motes().map((mote) => {
    const speck = el("i", "mote");
    speck.style.left = `${mote.left * 100}%`;
    speck.style.top = `${mote.top * 100}%`;
    speck.style.width = `${mote.size}em`;
    speck.style.height = `${mote.size}em`;
    field.append(speck);
    return { speck, mote };
  });
  const animations = floating.flatMap(({ speck, mote }, index) => {
    const animation = animate(
      speck,
      [
        { transform: "translate(0, 7em)", opacity: 0 },
        { transform: `translate(${mote.sway * 0.3}em, 2em)`, opacity: 0.85, offset: 0.3 },
        { transform: `translate(${mote.sway}em, -9em)`, opacity: 0 },
      ],
      {
        duration: mote.turnMs,
        // Each of them is somewhere else on its way from the first moment on.
        delay: -mote.turnMs * ((index * SPREAD) % 1),
        iterations: Number.POSITIVE_INFINITY,
        easing: "linear",
      },
    );
    return animation ?? [];
  });

  let isResting = false;
  const run = () => {
    const isStill = prefersReducedMotion();
    for (const animation of animations) {
      if (isStill) animation.cancel();
      else if (document.hidden || isResting) animation.pause();
      else animation.play();
    }
  };
  run();
  document.addEventListener("visibilitychange", run);
  const ended = onReducedMotion(run);
  return {
    setResting: (resting) => {
      isResting = resting;
      run();
    },
    close: () => {
      document.removeEventListener("visibilitychange", run);
      ended();
      for (const animation of animations) animation.cancel();
    },
  };
}
