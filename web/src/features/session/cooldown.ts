import { useCallback, useEffect, useState } from "react";

/** Used when the server says "too many" without saying for how long. */
const DEFAULT_SECONDS = 30;

/** Counts down after a 429: the seconds left, 0 when another try is allowed. */
export function useCooldown(): { secondsLeft: number; begin: (seconds: number | null) => void } {
  const [endsAt, setEndsAt] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);

  useEffect(() => {
    if (endsAt === 0) return;
    const tick = () => {
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000));
      setSecondsLeft(left);
      if (left === 0) setEndsAt(0);
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [endsAt]);

  const begin = useCallback((seconds: number | null) => {
    const wait = Math.max(1, seconds ?? DEFAULT_SECONDS);
    setSecondsLeft(wait);
    setEndsAt(Date.now() + wait * 1_000);
  }, []);

  return { secondsLeft, begin };
}
