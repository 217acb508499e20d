import { Ago } from "@/ui/Ago";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { formatPoints } from "@/ui/format/numbers";
import { type Column, Table } from "@/ui/Table";
import { ConditionBadge } from "./ConditionBadge";
import { folded } from "./folded";
import type { JobHealth } from "./queries";
import { whenText } from "./text";
import * as texts from "./texts/en";

/** What the site does by itself: by the clock, or when there is something to do. */
export function Jobs({ jobs, now }: { jobs: readonly JobHealth[]; now: string }) {
  return (
    <section aria-labelledby="jobs" className="flex flex-col gap-4">
      <div>
        <h2 id="jobs" className="text-lg">
          {texts.jobs}
        </h2>
        <p className="mt-1 text-sm text-muted">{texts.timesSitesTimezoneRuns}</p>
      </div>
      <Card>
        <Table
          look="panel"
          rowClass="align-top"
          caption={texts.jobsWhenTheyRan}
          rows={jobs}
          rowKey={({ name }) => name}
          columns={folded(columnsAt(now), texts.state)}
        />
      </Card>
    </section>
  );
}

function columnsAt(now: string): readonly Column<JobHealth>[] {
  return [
    {
      header: texts.job,
      isRowHeader: true,
      headerClass: "md:w-1/4",
      cellClass: "font-semibold",
      cell: (job) => (
        <>
          {job.title}
          {job.lastError !== null && (
            <span className="mt-1 block font-normal text-muted [overflow-wrap:anywhere]">
              {texts.lastError(
                job.state === "good" && (
                  <>
                    , <Ago at={job.lastFailedAt} now={now} />
                  </>
                ),
                job.lastError,
              )}
            </span>
          )}
        </>
      ),
    },
    {
      header: texts.state,
      cell: ({ running, state }) =>
        running ? <Badge>{texts.running}</Badge> : <ConditionBadge state={state} />,
    },
    { header: texts.when, cellClass: "text-muted", cell: whenText },
    {
      header: texts.lastEnded,
      cell: ({ lastEndedAt }) => <Ago at={lastEndedAt} now={now} never={texts.notYet} />,
    },
    { header: texts.runs, align: "right", cell: ({ runs }) => formatPoints(runs) },
    {
      header: texts.failures,
      align: "right",
      cellClassOf: ({ failures }) => (failures > 0 ? "font-semibold text-loss" : "text-muted"),
      cell: ({ failures }) => formatPoints(failures),
    },
  ];
}
