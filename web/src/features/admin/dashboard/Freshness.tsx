import { Badge } from "@/ui/Badge";
import { formatMoment } from "@/ui/format/dates";
import { formatClock } from "@/ui/format/detail";
import { formatAge, formatUntil } from "@/ui/format/durations";
import { useAgeClock } from "@/wire/remaining";
import { wagerStanding } from "@/wire/wager-standing";
import type { Board } from "./queries";
import * as texts from "./texts/en";

type FreshnessProps = {
  board: Board;
  /** When this page read the board, by the browser's clock. */
  readAt: number;
};

/** How old the casino's figures are, when the next ones come, and when this page has asked. */
export function Freshness({ board, readAt }: FreshnessProps) {
  const { updatedAt, madeAt, nextUpdateAt } = board;
  const standing = wagerStanding(board);
  const now = useAgeClock(updatedAt);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
      {standing !== null && <Badge>{standing}</Badge>}
      <span>
        {texts.lastUpdate(
          updatedAt === null ? (
            <span className="text-text">{texts.noneYet}</span>
          ) : (
            <time dateTime={updatedAt} title={formatMoment(updatedAt)} className="text-text">
              {formatAge(updatedAt, now)}
            </time>
          ),
        )}
      </span>
      {madeAt !== null && (
        <span>
          {texts.madeCasino(
            <time dateTime={madeAt} title={formatMoment(madeAt)} className="text-text">
              {formatAge(madeAt, now)}
            </time>,
          )}
        </span>
      )}
      {nextUpdateAt !== null && (
        <span>
          {texts.nextUpdate(
            <time dateTime={nextUpdateAt} title={formatMoment(nextUpdateAt)} className="text-text">
              {formatUntil(nextUpdateAt, now)}
            </time>,
          )}
        </span>
      )}
      <span className="tabular-nums">{texts.read(formatClock(readAt))}</span>
    </p>
  );
}
