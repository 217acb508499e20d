import { Ago } from "@/ui/Ago";
import { Badge } from "@/ui/Badge";
import { formatPoints } from "@/ui/Points";
import { ConditionBadge } from "./ConditionBadge";
import type { JobHealth } from "./queries";
import { TableCard } from "./TableCard";
import { whenText } from "./text";

/** What the site does by itself: by the clock, or when there is something to do. */
export function Jobs({ jobs, now }: { jobs: readonly JobHealth[]; now: string }) {
  return (
    <section aria-labelledby="jobs" className="flex flex-col gap-4">
      <div>
        <h2 id="jobs" className="text-lg">
          Jobs
        </h2>
        <p className="mt-1 text-sm text-muted">
          Times are of the site's timezone; runs are counted since the server started. What is on
          demand runs when there is something to do.
        </p>
      </div>
      <TableCard label="Table of jobs">
        <table className="w-full min-w-[48rem] text-left text-sm">
          <caption className="sr-only">Jobs, with when they ran and how they ended</caption>
          <thead>
            <tr className="border-b border-line text-muted [&>th]:px-4 [&>th]:py-3 [&>th]:font-medium">
              <th scope="col" className="w-[28%]">
                Job
              </th>
              <th scope="col">State</th>
              <th scope="col">When</th>
              <th scope="col">Last ended</th>
              <th scope="col" className="text-right">
                Runs
              </th>
              <th scope="col" className="text-right">
                Failures
              </th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <JobRow key={job.name} job={job} now={now} />
            ))}
          </tbody>
        </table>
      </TableCard>
    </section>
  );
}

function JobRow({ job, now }: { job: JobHealth; now: string }) {
  return (
    <tr className="border-b border-line align-top last:border-b-0 hover:bg-ink-850 [&>td]:px-4 [&>td]:py-3 [&>th]:px-4 [&>th]:py-3">
      <th scope="row" className="font-semibold">
        {job.title}
        {job.lastError !== null && (
          <span className="mt-1 block font-normal text-muted [overflow-wrap:anywhere]">
            Last error
            {job.state === "good" && (
              <>
                , <Ago at={job.lastFailedAt} now={now} />
              </>
            )}
            : {job.lastError}
          </span>
        )}
      </th>
      <td>{job.running ? <Badge>Running</Badge> : <ConditionBadge state={job.state} />}</td>
      <td className="whitespace-nowrap text-muted">{whenText(job)}</td>
      <td>
        <Ago at={job.lastEndedAt} now={now} never="Not yet" />
      </td>
      <td className="text-right">{formatPoints(job.runs)}</td>
      <td className="text-right font-semibold">
        <span className={job.failures > 0 ? "text-loss" : "font-normal text-muted"}>
          {formatPoints(job.failures)}
        </span>
      </td>
    </tr>
  );
}
