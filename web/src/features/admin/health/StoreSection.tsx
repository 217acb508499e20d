import type { ReactNode } from "react";
import { Ago } from "@/ui/Ago";
import { Card } from "@/ui/Card";
import { formatBytes } from "@/ui/format/bytes";
import { formatMoment } from "@/ui/format/dates";
import { formatPoints } from "@/ui/format/numbers";
import { Notice } from "@/ui/Notice";
import { ConditionBadge } from "./ConditionBadge";
import type { Health } from "./queries";
import * as texts from "./texts/en";

/** The store, the process and the live connections. */
export function StoreSection({ health }: { health: Health }) {
  const { store, push, version, startedAt, now } = health;
  const behind = store.lastCommit - store.appliedCommit;
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <Card className="p-5 lg:col-span-2">
        <h2 className="flex flex-wrap items-center gap-3 text-lg">
          {texts.store}
          <ConditionBadge state={store.state} />
        </h2>
        {store.note !== null && (
          <Notice tone="error" className="mt-4">
            {store.note}
          </Notice>
        )}
        <dl className="mt-3 grid gap-x-8 text-sm sm:grid-cols-2">
          <Fact term={texts.newChanges}>{store.writable ? texts.accepted : texts.refused}</Fact>
          <Fact term={texts.freeDiskSpace}>
            {store.freeBytes === null ? texts.unknown : formatBytes(store.freeBytes)}
          </Fact>
          <Fact term={texts.lastCommit}>{formatPoints(store.lastCommit)}</Fact>
          <Fact term={texts.journal}>{formatBytes(store.journalBytes)}</Fact>
          <Fact term={texts.notIndexYet}>{texts.commitCount(behind)}</Fact>
          <Fact term={texts.index}>{formatBytes(store.indexBytes)}</Fact>
          <Fact term={texts.wayThere}>{formatBytes(store.memtableBytes)}</Fact>
        </dl>
      </Card>
      <Card className="p-5">
        <h2 className="text-lg">{texts.server}</h2>
        <dl className="mt-3 text-sm">
          <Fact term={texts.version}>{version}</Fact>
          <Fact term={texts.started}>
            <Ago at={startedAt} now={now} />
          </Fact>
          <Fact term={texts.serverTime}>
            <time dateTime={now}>{formatMoment(now)}</time>
          </Fact>
          <Fact term={texts.liveConnections}>{formatPoints(push.sockets)}</Fact>
          <Fact term={texts.signedInMembers}>{formatPoints(push.members)}</Fact>
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
