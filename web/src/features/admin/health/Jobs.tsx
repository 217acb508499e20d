import { Ago } from "@/ui/Ago";
import { Badge } from "@/ui/Badge";
import { formatPoints } from "@/ui/format/numbers";
import { type Column, Table } from "@/ui/Table";
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
        <Table
          look="panel"
          className="min-w-[48rem]"
          rowClass="align-top"
          caption="Jobs, with when they ran and how they ended"
          rows={jobs}
          rowKey={({ name }) => name}
          columns={columnsAt(now)}
        />
      </TableCard>
    </section>
  );
}

function columnsAt(now: string): readonly Column<JobHealth>[] {
  return [
    {
      header: "Job",
      isRowHeader: true,
      headerClass: "w-[28%]",
      cellClass: "font-semibold",
      cell: (job) => (
        <>
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
        </>
      ),
    },
    {
      header: "State",
      cell: ({ running, state }) =>
        running ? <Badge>Running</Badge> : <ConditionBadge state={state} />,
    },
    { header: "When", cellClass: "whitespace-nowrap text-muted", cell: whenText },
    {
      header: "Last ended",
      cell: ({ lastEndedAt }) => <Ago at={lastEndedAt} now={now} never="Not yet" />,
    },
    { header: "Runs", align: "right", cell: ({ runs }) => formatPoints(runs) },
    {
      header: "Failures",
      align: "right",
      cellClassOf: ({ failures }) => (failures > 0 ? "font-semibold text-loss" : "text-muted"),
      cell: ({ failures }) => formatPoints(failures),
    },
  ];
}
