import { serverNow } from "@/wire/server-clock";
import { clockText } from "./numbers";
import * as texts from "./texts/en";

const SECOND_MS = 1_000;

export type Countdown = {
  /** Counts to another time; null stops. */
  to: (at: number | null) => void;
  close: () => void;
};

/** Calls with what is left of a time, at each of its seconds and only while it is asked to count. */
export function openCountdown(onTick: (text: string, leftMs: number) => void): Countdown {
  let end: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    clearTimeout(timer);
    if (end === null) return;
    const left = Math.max(0, end - serverNow());
    onTick(clockText(left, texts.daysHours), left);
    // The next change is where the rest is a whole second.
    if (left > 0) timer = setTimeout(tick, left % SECOND_MS || SECOND_MS);
  };
  return {
    to: (at) => {
      if (at === end) return;
      end = at;
      tick();
    },
    close: () => {
      end = null;
      clearTimeout(timer);
    },
  };
}
