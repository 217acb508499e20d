import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useFailure } from "@/data/use-failure";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatPoints } from "@/ui/format/numbers";
import { forgetJob, useGrantJob } from "./grant";
import { JobProgress } from "./JobProgress";
import { jobQuery, rereadAccounts } from "./queries";
import * as texts from "./texts/en";

/** The job that pays everyone, while its window is closed. */
export function JobLine({ onShow }: { onShow: () => void }) {
  const jobId = useGrantJob();
  return jobId === null ? null : <Followed jobId={jobId} onShow={onShow} />;
}

function Followed({ jobId, onShow }: { jobId: string; onShow: () => void }) {
  const query = useQuery(jobQuery(jobId));
  const job = query.data;
  const hasEnded = job?.endedAt != null;
  // The balances on the cards are from before.
  useEffect(() => {
    if (hasEnded) void rereadAccounts();
  }, [hasEnded]);
  const failure = useFailure(query);
  const isGone = failure?.status === 404;
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-4 p-5">
      <section aria-label={texts.pointsEveryone} className="min-w-64 flex-1">
        {isGone ? (
          <p role="alert">{texts.jobGone}</p>
        ) : job !== undefined && hasEnded ? (
          <p role="status" className="flex items-start gap-3">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-win" />
            <span>
              {texts.membersGotPointsEach(
                formatPoints(job.paid),
                formatPoints(job.amount),
                job.skipped > 0 && texts.skippedMembers(formatPoints(job.skipped)),
              )}
            </span>
          </p>
        ) : (
          <>
            <p className="mb-3 text-sm font-semibold">{texts.givingEveryonePoints}</p>
            <JobProgress job={job} failure={failure} />
          </>
        )}
      </section>
      {hasEnded || isGone ? (
        <Button onClick={forgetJob}>{texts.dismiss}</Button>
      ) : (
        <Button onClick={onShow}>{texts.show}</Button>
      )}
    </Card>
  );
}
