import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import { Suspense, useState } from "react";
import { QueryView } from "@/data/QueryView";
import {
  type DailyLimit,
  limitsQuery,
  type PlayLimits,
} from "@/features/games/common/limits/limits";
import { Button } from "@/ui/Button";
import { formatMoment } from "@/ui/format/dates";
import { formatPoints } from "@/ui/format/numbers";
import { lazyPart } from "@/ui/lazy-part";
import { Skeleton } from "@/ui/Skeleton";
import { Section } from "./Section";
import * as texts from "./texts/en";

const PlayLimitsDialog = lazyPart(() => import("@/features/games/common/limits/PlayLimitsDialog"));

/** What the member set for their own play (docs/decisions.md, C8). */
export function LimitsCard() {
  const query = useQuery(limitsQuery);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <Section id="limits" title={texts.limits} lead={texts.limitsLead}>
      <QueryView
        query={query}
        what={texts.yourLimits}
        loading={<LoadingLimits />}
        failedAs="notice"
        noticeClass="mt-5"
      >
        {(limits) => <Limits limits={limits} />}
      </QueryView>
      <div className="mt-5 flex justify-end">
        <Button
          icon={<Gauge aria-hidden="true" className="size-4.5" />}
          onClick={() => setOpen(true)}
        >
          {texts.setLimits}
        </Button>
      </div>
      {isOpen !== null && (
        <Suspense fallback={null}>
          <PlayLimitsDialog open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </Section>
  );
}

function LoadingLimits() {
  return (
    <div role="status" className="mt-4 flex flex-col gap-5">
      <span className="sr-only">{texts.loadingLimits}</span>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-7 rounded-sm" />
      ))}
    </div>
  );
}

function Limits({ limits }: { limits: PlayLimits }) {
  return (
    <dl className="mt-4 divide-y divide-line">
      <Limit term={texts.dailyStake} limit={limits.dailyStake} />
      <Limit term={texts.dailyLoss} limit={limits.dailyLoss} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
        <dt className="text-sm text-muted">{texts.timeOut}</dt>
        <dd className="text-sm font-semibold">
          {limits.timeOutUntil === null ? (
            <span className="font-normal text-muted">{texts.noTimeOut}</span>
          ) : (
            texts.timeOutUntil(formatMoment(limits.timeOutUntil))
          )}
        </dd>
      </div>
    </dl>
  );
}

function Limit({ term, limit }: { term: string; limit: DailyLimit }) {
  const share = limit.limit === null ? 0 : Math.min(1, limit.usedToday / Math.max(1, limit.limit));
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="text-sm font-semibold">
        {limit.limit === null ? (
          <span className="font-normal text-muted">{texts.noLimit}</span>
        ) : (
          texts.limitUsed(formatPoints(limit.usedToday), formatPoints(limit.limit))
        )}
      </dd>
      {limit.limit !== null && (
        <dd aria-hidden="true" className="mt-2 h-1 w-full overflow-hidden rounded-full bg-ink-700">
          <div className="h-full rounded-full bg-muted" style={{ width: `${share * 100}%` }} />
        </dd>
      )}
      {limit.pending !== null && (
        <dd className="mt-1.5 w-full text-sm text-muted">
          {texts.limitFrom(limit.pending.limit, formatMoment(limit.pending.from))}
        </dd>
      )}
    </div>
  );
}
