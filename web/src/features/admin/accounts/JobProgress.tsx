import { formatTimeLeft } from "@/ui/format/durations";
import { formatPoints } from "@/ui/format/numbers";
import { ProgressBar } from "@/ui/ProgressBar";
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
      <ProgressBar
        label={texts.membersPaid}
        share={share}
        text={text}
        end={job === undefined ? "" : timeLeft(job, share)}
      />
      {failure !== null && <ErrorLine>{failure.message}</ErrorLine>}
    </div>
  );
}
