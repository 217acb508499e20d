import type { ReactNode } from "react";
import { Ago } from "@/ui/Ago";
import { Card } from "@/ui/Card";
import { formatMoment } from "@/ui/format/dates";
import { formatPoints } from "@/ui/format/numbers";
import { formatCount } from "@/ui/format/words";
import { Notice } from "@/ui/Notice";
import { ConditionBadge } from "./ConditionBadge";
import type { Health } from "./queries";
import { bytesText } from "./text";

/** The store, the process and the live connections. */
export function StoreSection({ health }: { health: Health }) {
  const { store, push, version, startedAt, now } = health;
  const behind = store.lastCommit - store.appliedCommit;
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <Card className="p-5 lg:col-span-2">
        <h2 className="flex flex-wrap items-center gap-3 text-lg">
          Store
          <ConditionBadge state={store.state} />
        </h2>
        {store.note !== null && (
          <Notice tone="error" className="mt-4">
            {store.note}
          </Notice>
        )}
        <dl className="mt-3 grid gap-x-8 text-sm sm:grid-cols-2">
          <Fact term="New commands">{store.writable ? "Taken" : "Refused"}</Fact>
          <Fact term="Room on the disk">
            {store.freeBytes === null ? "Unknown" : bytesText(store.freeBytes)}
          </Fact>
          <Fact term="Last commit">{formatPoints(store.lastCommit)}</Fact>
          <Fact term="Journal">{bytesText(store.journalBytes)}</Fact>
          <Fact term="Not in the index yet">{formatCount(behind, "commit")}</Fact>
          <Fact term="Index">{bytesText(store.indexBytes)}</Fact>
          <Fact term="On the way there">{bytesText(store.memtableBytes)}</Fact>
        </dl>
      </Card>
      <Card className="p-5">
        <h2 className="text-lg">Server</h2>
        <dl className="mt-3 text-sm">
          <Fact term="Version">{version}</Fact>
          <Fact term="Started">
            <Ago at={startedAt} now={now} />
          </Fact>
          <Fact term="Its clock">
            <time dateTime={now}>{formatMoment(now)}</time>
          </Fact>
          <Fact term="Live connections">{formatPoints(push.sockets)}</Fact>
          <Fact term="Members among them">{formatPoints(push.members)}</Fact>
        </dl>
      </Card>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-6 border-b border-line py-2">
      <dt className="text-muted">{term}</dt>
      <dd className="text-right font-semibold">{children}</dd>
    </div>
  );
}
