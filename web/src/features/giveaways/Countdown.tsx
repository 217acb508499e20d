import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { momentText } from "@/ui/dates";
import { remainingText } from "@/wire/remaining";
import { serverNow } from "@/wire/server-clock";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Below this a countdown counts seconds. */
const SECONDS_BELOW_MS = 60 * MINUTE_MS;

/** Stands where the button to enter will be: how long until entries open. */
export function Countdown({ startTime }: { startTime: string }) {
  const left = useTimeLeft(startTime);
  return (
    <div className="well rounded-md px-4 py-3.5">
      <p role="timer" className="flex items-center gap-2 font-display font-bold tabular-nums">
        <Clock aria-hidden="true" className="size-4.5 text-muted" />
        {left > 0 ? `Entries open in ${leftText(left)}` : "Opening now"}
      </p>
      <p className="mt-1 text-sm text-muted">
        <time dateTime={startTime}>{momentText(startTime)}</time>
      </p>
    </div>
  );
}

/** "2 hours 31 minutes", in the last hour "4:05". */
function leftText(ms: number): string {
  if (ms >= SECONDS_BELOW_MS) return remainingText(ms);
  const seconds = Math.ceil(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Milliseconds until an instant, never below 0: refreshed each second in the last hour. */
function useTimeLeft(instant: string): number {
  const target = Date.parse(instant);
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const follow = () => {
      const at = serverNow();
      setNow(at);
      const left = target - at;
      if (left <= 0) return;
      // At full seconds of what is left, and at full minutes before the last hour.
      const step = left > SECONDS_BELOW_MS ? MINUTE_MS : SECOND_MS;
      timer = setTimeout(follow, (left % step) + 10);
    };
    follow();
    return () => clearTimeout(timer);
  }, [target]);
  return Math.max(0, target - now);
}
