import { Ago } from "@/ui/Ago";
import { Badge } from "@/ui/Badge";
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
        <table className="w-full min-w-[36rem] text-left text-sm">
          <caption className="sr-only">Services outside, with their state</caption>
          <thead>
            <tr className="border-b border-line text-muted [&>th]:px-4 [&>th]:py-3 [&>th]:font-medium">
              <th scope="col" className="w-[34%]">
                Service
              </th>
              <th scope="col">State</th>
              <th scope="col">Last worked</th>
              <th scope="col">Last failed</th>
            </tr>
          </thead>
          <tbody>
            {services.map((service) => (
              <tr
                key={service.name}
                className="border-b border-line align-top last:border-b-0 hover:bg-ink-850 [&>td]:px-4 [&>td]:py-3 [&>th]:px-4 [&>th]:py-3"
              >
                <th scope="row" className="font-semibold">
                  {service.title}
                  <What service={service} />
                </th>
                <td>
                  {isUntried(service) ? (
                    <Badge>Set up</Badge>
                  ) : (
                    <ConditionBadge state={service.state} />
                  )}
                </td>
                <td>
                  <Ago at={service.lastGoodAt} now={now} never={never(service)} />
                </td>
                <td>
                  <Ago at={service.lastFailedAt} now={now} never={never(service)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableCard>
    </section>
  );
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
