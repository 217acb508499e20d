import { Ago } from "@/ui/Ago";
import { Badge } from "@/ui/Badge";
import { type Column, Table } from "@/ui/Table";
import { ConditionBadge } from "./ConditionBadge";
import type { ServiceHealth } from "./queries";
import { TableCard } from "./TableCard";

/** A row for everything outside the house that it relies on. */
export function Services({ services, now }: { services: readonly ServiceHealth[]; now: string }) {
  return (
    <section aria-labelledby="services" className="flex flex-col gap-4">
      <h2 id="services" className="text-lg">
        Services outside
      </h2>
      <TableCard label="Table of services">
        <Table
          look="panel"
          className="min-w-[36rem]"
          rowClass="align-top"
          caption="Services outside, with their state"
          rows={services}
          rowKey={({ name }) => name}
          columns={columnsAt(now)}
        />
      </TableCard>
    </section>
  );
}

function columnsAt(now: string): readonly Column<ServiceHealth>[] {
  return [
    {
      header: "Service",
      isRowHeader: true,
      headerClass: "w-[34%]",
      cellClass: "font-semibold",
      cell: (service) => (
        <>
          {service.title}
          <What service={service} />
        </>
      ),
    },
    {
      header: "State",
      cell: (service) =>
        isUntried(service) ? <Badge>Set up</Badge> : <ConditionBadge state={service.state} />,
    },
    {
      header: "Last worked",
      cell: (service) => <Ago at={service.lastGoodAt} now={now} never={never(service)} />,
    },
    {
      header: "Last failed",
      cell: (service) => <Ago at={service.lastFailedAt} now={now} never={never(service)} />,
    },
  ];
}

/** Nothing is known yet of one that nobody has asked: neither good nor bad. */
const isUntried = ({ state, lastGoodAt, lastFailedAt }: ServiceHealth) =>
  state === "good" && lastGoodAt === null && lastFailedAt === null;

/** What was never asked for has neither worked nor failed. */
const never = ({ state }: ServiceHealth) => (state === "off" ? "–" : "Never");

function What({ service: { state, note, lastError } }: { service: ServiceHealth }) {
  return (
    <>
      {/* Of what is not set up the badge says it all, unless there is something else in its place. */}
      {(state !== "off" || note !== "Not set up") && (
        <span className="mt-1 block font-normal text-muted [overflow-wrap:anywhere]">{note}</span>
      )}
      {lastError !== null && (
        <span className="mt-1 block font-normal [overflow-wrap:anywhere]">
          Last error: {lastError}
        </span>
      )}
    </>
  );
}
