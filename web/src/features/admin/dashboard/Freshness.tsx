import { useEffect, useState } from "react";
import { agoText, untilText } from "@/ui/ages";
import { Badge } from "@/ui/Badge";
import { serverNow } from "@/wire/server-clock";
import { standingOf } from "./figures";
import type { Board } from "./queries";

/** Ages are counted in minutes. */
const TICK_MS = 15_000;

const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

type FreshnessProps = {
  board: Board;
  /** When this page read the board, by the browser's clock. */
  readAt: number;
};

/** How old the casino's figures are, when the next ones come, and when this page has asked. */
export function Freshness({ board, readAt }: FreshnessProps) {
  const [tick, setTick] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setTick(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const { updatedAt, nextUpdateAt } = board;
  const standing = standingOf(board);
  // The answer may be younger than the last tick.
  const now = Math.max(tick, updatedAt === null ? 0 : Date.parse(updatedAt));
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
      {standing !== null && <Badge>{standing}</Badge>}
      <span>
        Last update:{" "}
        {updatedAt === null ? (
          <span className="text-text">none yet</span>
        ) : (
          <time
            dateTime={updatedAt}
            title={moment.format(Date.parse(updatedAt))}
            className="text-text"
          >
            {agoText(updatedAt, now)}
          </time>
        )}
      </span>
      {nextUpdateAt !== null && (
        <span>
          Next update:{" "}
          <time
            dateTime={nextUpdateAt}
            title={moment.format(Date.parse(nextUpdateAt))}
            className="text-text"
          >
            {untilText(nextUpdateAt, now)}
          </time>
        </span>
      )}
      <span className="tabular-nums">Read at {clock.format(readAt)}</span>
    </p>
  );
}
