import { useCallback, useEffect, useState } from "react";
import type { CallFailure } from "@/wire/failure";

/** Used when the server does not say how long to wait. */
const DEFAULT_SECONDS = 30;

type Cooldown = {
  /** 0 when another try is allowed. */
  secondsLeft: number;
  /** Begins a wait; null where the server does not say how long. */
  begin: (seconds: number | null) => void;
  /** Begins if the failure was too many requests. */
  beginAfter: (failure: CallFailure) => void;
};

/** Counts down the wait that the server asks for. */
export function useCooldown(): Cooldown {
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

  const beginAfter = useCallback(
    ({ status, retryAfterSeconds }: CallFailure) => {
      // By the status: a proxy in front of the server limits requests, too, without the server's code.
      if (status === 429) begin(retryAfterSeconds);
    },
    [begin],
  );
  return { secondsLeft, begin, beginAfter };
}
