import { cx } from "@/ui/cx";
import { formatTimeLeft } from "@/ui/format/durations";
import { formatPoints } from "@/ui/format/numbers";
import type { CallFailure } from "@/wire/failure";
import { serverNow } from "@/wire/server-clock";
import { ErrorLine } from "./ErrorLine";
import type { GrantJob } from "./queries";
import * as texts from "./texts/en";

type JobProgressProps = {
  /** Undefined until it has been read for the first time. */
  job: GrantJob | undefined;
  /** Why it could not be read. There is no Retry: it is read each second. */
  failure: CallFailure | null;
  className?: string;
};

/** What is left at the pace of the job until now; empty before it has one and at its end. */
function timeLeft({ begunAt, endedAt }: GrantJob, share: number): string {
  if (endedAt !== null || share === 0 || share === 1) return "";
  const sinceBeginning = serverNow() - Date.parse(begunAt);
  return texts.timeLeft(formatTimeLeft((sinceBeginning / share) * (1 - share)));
}

/** How many members a job has reached. */
export function JobProgress({ job, failure, className }: JobProgressProps) {
  const reached = job === undefined ? 0 : job.paid + job.skipped;
  const share = job === undefined || job.members === 0 ? 0 : Math.min(1, reached / job.members);
  const text =
    job === undefined
      ? texts.loadingProgress
      : texts.ofMembers(formatPoints(reached), formatPoints(job.members));
  return (
    <div className={className}>
      <div
        role="progressbar"
        aria-label={texts.membersPaid}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={text}
        className="h-2.5 overflow-hidden rounded-full bg-ink-700"
      >
        <div
          style={{ transform: `scaleX(${share})` }}
          className={cx(
            "h-full origin-left rounded-full bg-gold-400 transition-transform duration-300",
            share === 0 && "opacity-0",
          )}
        />
      </div>
      <p aria-hidden="true" className="mt-2 flex justify-between gap-4 text-sm text-muted">
        <span>{text}</span>
        <span>
          {Math.floor(share * 100)}%{job !== undefined && timeLeft(job, share)}
        </span>
      </p>
      {failure !== null && <ErrorLine>{failure.message}</ErrorLine>}
    </div>
  );
}
