import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/Button";
import { formatMoment } from "@/ui/format/dates";
import { formatPoints } from "@/ui/format/numbers";
import * as texts from "../texts/limits.en";
import { hasLimits, limitsQuery, type PlayLimits } from "./limits";

const PlayLimitsDialog = lazy(() => import("./PlayLimitsDialog"));

/** The limits that the member set, beside every game (docs/decisions.md, C8). */
export function LimitsRow() {
  const { data } = useQuery(limitsQuery);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <div className="mt-2 -mr-3 flex min-h-11 items-center justify-between gap-4 pl-1 text-sm text-muted">
      <p>{data === undefined ? "" : describe(data)}</p>
      <Button
        tone="ghost"
        size="sm"
        icon={<Gauge aria-hidden="true" className="size-4.5" />}
        onClick={() => setOpen(true)}
        className="shrink-0"
      >
        {texts.playLimits}
      </Button>
      {isOpen !== null && (
        <Suspense fallback={null}>
          <PlayLimitsDialog open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  );
}

function describe(limits: PlayLimits): string {
  if (!hasLimits(limits)) return texts.haveSetNoLimits;
  if (limits.timeOutUntil !== null) return texts.timeOutUntil(formatMoment(limits.timeOutUntil));
  const parts = [];
  const { dailyStake, dailyLoss } = limits;
  if (dailyStake.limit !== null)
    parts.push(
      texts.stakedToday(formatPoints(dailyStake.usedToday), formatPoints(dailyStake.limit)),
    );
  if (dailyLoss.limit !== null)
    parts.push(texts.lostToday(formatPoints(dailyLoss.usedToday), formatPoints(dailyLoss.limit)));
  return parts.join(" · ");
}
