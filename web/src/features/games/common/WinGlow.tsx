import { useEffect, useRef } from "react";
import { cx } from "@/ui/cx";
import { prefersReducedMotion } from "@/ui/motion";

/** Below this many times the stake a win is not celebrated. */
const LEAST_TIMES = 5;

type WinGlowProps = {
  /** The round on show; null while none has settled. */
  round: { id: string; staked: number; payout: number } | null;
  className?: string;
};

/**
 * A light that opens once behind a large win and stays faintly. It grows with the win, from 5 times
 * the stake to 100 times, and never blinks.
 */
export function WinGlow({ round, className }: WinGlowProps) {
  const light = useRef<HTMLDivElement>(null);
  const times = round === null || round.staked === 0 ? 0 : round.payout / round.staked;
  const strength = times < LEAST_TIMES ? 0 : Math.min(0.4 + 0.3 * Math.log10(times / 5), 0.8);
  const id = strength > 0 ? round?.id : undefined;

  useEffect(() => {
    if (id === undefined || prefersReducedMotion()) return;
    const opening = light.current?.animate(
      [
        { transform: "scale(.6)", opacity: 0 },
        { transform: "scale(1.08)", opacity: 1, offset: 0.35 },
        { transform: "scale(1)", opacity: strength },
      ],
      { duration: 1_400, easing: "cubic-bezier(.22,1,.36,1)" },
    );
    return () => opening?.cancel();
  }, [id, strength]);

  return (
    <div
      ref={light}
      aria-hidden="true"
      style={{ opacity: strength }}
      className={cx(
        "pointer-events-none absolute rounded-full bg-[radial-gradient(closest-side,oklch(.835_.142_86/.34),transparent)]",
        className,
      )}
    />
  );
}
