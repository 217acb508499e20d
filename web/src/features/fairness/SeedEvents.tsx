import { queryOptions, useQuery } from "@tanstack/react-query";
import { QueryView } from "@/data/QueryView";
import { Card } from "@/ui/Card";
import { formatMoment } from "@/ui/format/dates";
import { Skeleton } from "@/ui/Skeleton";
import { answer, api } from "@/wire/http";
import * as texts from "./texts/events.en";

const seedEventsQuery = queryOptions({
  queryKey: ["fairness", "events"],
  queryFn: async () => (await answer(api.GET("/api/games/fairness/events"))).events,
});

/** What concerned the seeds of the whole site: exports of their key, restores, the upgrade to sealed seeds. */
export default function SeedEvents() {
  const query = useQuery(seedEventsQuery);
  return (
    <QueryView query={query} what={texts.theEvents} loading={<Loading />}>
      {(events) =>
        events.length === 0 ? (
          <p className="text-muted">{texts.none}</p>
        ) : (
          <Card>
            <ul className="divide-y divide-line">
              {events.map((event) => (
                <li key={`${event.at} ${event.kind}`} className="px-5 py-4">
                  <p className="font-semibold">
                    {texts.kinds[event.kind]}{" "}
                    <time dateTime={event.at} className="font-normal text-muted">
                      {formatMoment(event.at)}
                    </time>
                  </p>
                  <p className="mt-1 text-sm text-muted">
                    {texts.detail(
                      event,
                      event.backupOf === null ? null : formatMoment(event.backupOf),
                    )}
                  </p>
                </li>
              ))}
            </ul>
          </Card>
        )
      }
    </QueryView>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-20 rounded-lg" />
    </div>
  );
}
