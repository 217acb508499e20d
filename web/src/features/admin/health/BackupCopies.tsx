import { useRef } from "react";
import { Ago } from "@/ui/Ago";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { formatBytes } from "@/ui/format/bytes";
import { Notice } from "@/ui/Notice";
import { type Column, Table } from "@/ui/Table";
import { useNamedHeading } from "../shell/use-named-heading";
import { ConditionBadge } from "./ConditionBadge";
import { DocsLink } from "./DocsLink";
import { folded } from "./folded";
import type { BackupCopy } from "./queries";
import * as texts from "./texts/backup-copies.en";

type BackupCopiesProps = {
  copies: readonly BackupCopy[];
  /** The owner has chosen whether copies are encrypted; otherwise a notice asks for it. */
  isChosen: boolean;
  now: string;
};

/** The places where copies of backups go, which the settings file names. */
export function BackupCopies({ copies, isChosen, now }: BackupCopiesProps) {
  // The first steps lead here.
  const section = useRef<HTMLElement>(null);
  useNamedHeading(section);
  return (
    <section ref={section} aria-labelledby="backup-copies" className="flex flex-col gap-4">
      <h3 id="backup-copies" tabIndex={-1} className="rounded-sm font-semibold">
        {texts.title}
      </h3>
      {isChosen && copies.some(({ encrypted }) => !encrypted) && (
        <Notice>{texts.unencrypted}</Notice>
      )}
      {copies.length === 0 ? (
        <Card className="p-5 text-sm text-muted">
          {texts.noTargets((text) => (
            <DocsLink document="backup" hash="copies-somewhere-else">
              {text}
            </DocsLink>
          ))}
        </Card>
      ) : (
        <Card>
          <Table
            look="panel"
            rowClass="align-top"
            caption={texts.caption}
            rows={copies}
            rowKey={({ target }) => target}
            columns={folded(columnsAt(now), texts.state)}
          />
        </Card>
      )}
    </section>
  );
}

function columnsAt(now: string): readonly Column<BackupCopy>[] {
  return [
    {
      header: texts.target,
      isRowHeader: true,
      cellClass: "font-normal",
      cell: (copy) => (
        <>
          <span className="flex flex-wrap items-center gap-2 font-semibold">
            {copy.title}
            {copy.encrypted && <Badge>{texts.encrypted}</Badge>}
          </span>
          {copy.name !== null && (
            <span className="mt-1 block font-mono text-muted [overflow-wrap:anywhere]">
              {copy.name}
            </span>
          )}
          {copy.lastError !== null && (
            <span className="mt-1 block [overflow-wrap:anywhere]">
              {texts.lastError(copy.lastError)}
            </span>
          )}
        </>
      ),
    },
    {
      header: texts.state,
      cell: (copy) =>
        copy.state === "good" && copy.copiedAt === null ? (
          <Badge>{texts.noneYet}</Badge>
        ) : (
          <ConditionBadge state={copy.state} />
        ),
    },
    {
      header: texts.age,
      cell: ({ backupAt }) => <Ago at={backupAt} now={now} never={texts.never} />,
    },
    {
      header: texts.lastFailed,
      cell: ({ lastFailedAt }) => <Ago at={lastFailedAt} now={now} never={texts.never} />,
    },
    {
      header: texts.size,
      align: "right",
      cellClass: "whitespace-nowrap",
      cell: ({ bytes }) => (bytes === null ? "–" : formatBytes(bytes)),
    },
  ];
}
