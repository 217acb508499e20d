import { Ago } from "@/ui/Ago";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { type Column, Table } from "@/ui/Table";
import { ConditionBadge } from "./ConditionBadge";
import { folded } from "./folded";
import type { ServiceHealth } from "./queries";
import * as texts from "./texts/en";

/** A row for everything outside the house that it relies on. */
export function Services({ services, now }: { services: readonly ServiceHealth[]; now: string }) {
  return (
    <section aria-labelledby="services" className="flex flex-col gap-4">
      <h2 id="services" className="text-lg">
        {texts.externalServices}
      </h2>
      <Card>
        <Table
          look="panel"
          rowClass="align-top"
          caption={texts.externalServicesCaption}
          rows={services}
          rowKey={({ name }) => name}
          columns={folded(columnsAt(now), texts.state)}
        />
      </Card>
    </section>
  );
}

function columnsAt(now: string): readonly Column<ServiceHealth>[] {
  return [
    {
      header: texts.service,
      isRowHeader: true,
      headerClass: "md:w-1/3",
      cellClass: "font-semibold",
      cell: (service) => (
        <>
          {service.title}
          <What service={service} />
        </>
      ),
    },
    {
      header: texts.state,
      cell: (service) =>
        isUntried(service) ? (
          <Badge>{texts.setUp}</Badge>
        ) : (
          <ConditionBadge state={service.state} />
        ),
    },
    {
      header: texts.lastWorked,
      cell: (service) => <Ago at={service.lastGoodAt} now={now} never={never(service)} />,
    },
    {
      header: texts.lastFailed,
      cell: (service) => <Ago at={service.lastFailedAt} now={now} never={never(service)} />,
    },
  ];
}

/** Nothing is known yet of one that nobody has asked: neither good nor bad. */
const isUntried = ({ state, lastGoodAt, lastFailedAt }: ServiceHealth) =>
  state === "good" && lastGoodAt === null && lastFailedAt === null;

/** What was never asked for has neither worked nor failed. */
const never = ({ state }: ServiceHealth) => (state === "off" ? "–" : texts.never);

function What({ service: { state, note, lastError } }: { service: ServiceHealth }) {
  return (
    <>
      {/* Of what is not set up the badge says it all, unless there is something else in its place. */}
      {(state !== "off" || note !== "Not set up") && (
        <span className="mt-1 block font-normal text-muted [overflow-wrap:anywhere]">{note}</span>
      )}
      {lastError !== null && (
        <span className="mt-1 block font-normal [overflow-wrap:anywhere]">
          {texts.lastErrorText(lastError)}
        </span>
      )}
    </>
  );
}
