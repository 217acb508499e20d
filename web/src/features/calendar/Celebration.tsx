import { useEffect, useRef } from "react";
import { prefersReducedMotion } from "@/ui/motion";
import { Coin } from "@/ui/Points";

const COINS_MAX = 30;
const places = Array.from({ length: COINS_MAX }, (_, index) => index);
/** The golden angle spreads any number of coins evenly. */
const SPREAD = 2.399963;

const RISE = "cubic-bezier(.22,1,.36,1)";

type CelebrationProps = {
  /** 0 for nothing, 1 for the largest milestone. */
  strength: number;
};

/** A light that opens once, and coins that rise from it: the more, the larger the milestone. */
export function Celebration({ strength }: CelebrationProps) {
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawn = stage.current;
    if (strength === 0 || drawn === null || prefersReducedMotion()) return;
    const count = Math.round(COINS_MAX * strength);
    const running = [...drawn.querySelectorAll("[data-coin]")]
      .slice(0, count)
      .map((coin, index) => {
        const angle = index * SPREAD;
        const reach = (60 + 110 * Math.sqrt((index + 1) / count)) * (0.6 + 0.4 * strength);
        const x = Math.cos(angle) * reach * 1.25;
        const y = Math.sin(angle) * reach * 0.55 - 90 * strength;
        const turn = (index % 2 === 0 ? 1 : -1) * (60 + (index % 5) * 24);
        return coin.animate(
          [
            { transform: "translate(0, 0) scale(.3)", opacity: 0, easing: RISE },
            {
              transform: `translate(${x * 0.8}px, ${y}px) scale(1)`,
              opacity: 1,
              offset: 0.4,
              easing: "ease-in",
            },
            {
              transform: `translate(${x}px, ${y + 120}px) rotate(${turn}deg) scale(.8)`,
              opacity: 0,
            },
          ],
          {
            duration: 1_300 + 500 * strength + (index % 7) * 60,
            fill: "backwards",
          },
        );
      });
    const light = drawn.querySelector("[data-light]")?.animate(
      [
        { transform: "scale(.5)", opacity: 0 },
        { transform: `scale(${0.9 + 0.5 * strength})`, opacity: 1, offset: 0.3 },
        { transform: `scale(${0.9 + 0.5 * strength})`, opacity: 0 },
      ],
      { duration: 1_800 + 700 * strength, easing: RISE },
    );
    return () => {
      for (const animation of running) animation.cancel();
      light?.cancel();
    };
  }, [strength]);

  if (strength === 0) return null;
  return (
    <div
      ref={stage}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 z-10 flex items-center justify-center motion-reduce:hidden"
    >
      <span
        data-light
        className="absolute size-96 rounded-full bg-[radial-gradient(closest-side,oklch(.885_.115_90/.4),transparent)] opacity-0"
      />
      {places.map((place) => (
        <span key={place} data-coin className="absolute opacity-0">
          <Coin className={place % 3 === 0 ? "size-5" : "size-4"} />
        </span>
      ))}
    </div>
  );
}
