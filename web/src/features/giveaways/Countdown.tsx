import { Clock } from "lucide-react";
import { formatMoment } from "@/ui/format/dates";
import { formatCountdown, formatTimeLeft } from "@/ui/format/durations";
import { useMinute } from "@/wire/remaining";
import * as texts from "./texts/en";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Below this a countdown counts seconds. */
const SECONDS_BELOW_MS = 60 * MINUTE_MS;

/** Stands where the button to enter will be: how long until entries open. */
export function Countdown({ startTime }: { startTime: string }) {
  const left = Math.max(0, Date.parse(startTime) - useMinute(startTime, stepOf));
  return (
    <div className="well rounded-md px-4 py-3.5">
      <p role="timer" className="flex items-center gap-2 font-display font-bold tabular-nums">
        <Clock aria-hidden="true" className="size-4.5 text-muted" />
        {left > 0 ? texts.entriesOpen(leftText(left)) : texts.openingNow}
      </p>
      <p className="mt-1 text-sm text-muted">
        <time dateTime={startTime}>{formatMoment(startTime)}</time>
      </p>
    </div>
  );
}

/** "2 hours 31 minutes", in the last hour "4:05". */
function leftText(ms: number): string {
  if (ms >= SECONDS_BELOW_MS) return formatTimeLeft(ms);
  return formatCountdown(Math.ceil(ms / SECOND_MS));
}

/** Each second in the last hour, each minute before and after it. */
const stepOf = (left: number) => (left > 0 && left <= SECONDS_BELOW_MS ? SECOND_MS : MINUTE_MS);
