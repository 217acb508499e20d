import { DatabaseBackup, Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Ago } from "@/ui/Ago";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatBytes } from "@/ui/format/bytes";
import { Message, useMessage } from "@/ui/Message";
import { type Column, Table } from "@/ui/Table";
import { useMay } from "../session/rights";
import { failureTexts } from "../shell/failure-texts";
import { folded } from "./folded";
import { type BackupFile, backUp, readBackupProgress } from "./queries";
import * as texts from "./texts/en";

const DownloadDialog = lazy(async () => ({
  default: (await import("./DownloadDialog")).DownloadDialog,
}));
const WorkProgress = lazy(() => import("../shell/WorkProgress"));

type BackupsProps = {
  backups: readonly BackupFile[];
  /** The settings file has a key or passphrase for copies. */
  hasKey: boolean;
  now: string;
};

/** Whole copies in the data folder, and the buttons for another one. */
export function Backups({ backups, hasKey, now }: BackupsProps) {
  const { message, say } = useMessage();
  const mayBackUp = useMay("backups", "change");
  const { isBusy, submit } = useSubmit<void, string>({
    send: backUp,
    onAnswer: (done) => say("success", done),
    onFailure: ({ failure }) => say("error", ...failureTexts(failure)),
  });
  const [isDownloading, setDownloading] = useState(false);
  return (
    <section aria-labelledby="backups" className="relative flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="backups" className="text-lg">
            {texts.backups}
          </h2>
          <p className="mt-1 text-sm text-muted">{texts.oneWrittenEveryNight}</p>
        </div>
        {mayBackUp && (
          <div className="flex flex-wrap gap-3">
            <Button
              tone="quiet"
              disabled={isBusy}
              onClick={() => setDownloading(true)}
              icon={<Download aria-hidden="true" className="size-4.5" />}
            >
              {texts.downloadBackup}
            </Button>
            <Button
              tone="gold"
              busy={isBusy}
              onClick={() => void submit()}
              icon={<DatabaseBackup aria-hidden="true" className="size-4.5" />}
            >
              {texts.backUpNow}
            </Button>
          </div>
        )}
      </div>
      {isDownloading && (
        <Suspense>
          <DownloadDialog
            hasKey={hasKey}
            onStarted={() => {
              setDownloading(false);
              say("success", texts.downloadStarted);
            }}
            onClose={() => setDownloading(false)}
          />
        </Suspense>
      )}
      {isBusy && (
        <Suspense>
          <WorkProgress of="backup" read={readBackupProgress} />
        </Suspense>
      )}
      <Message message={message} />
      {backups.length === 0 ? (
        <Card className="p-5 text-sm text-muted">{texts.thereNoBackupYet}</Card>
      ) : (
        <Card>
          <Table
            look="panel"
            caption={texts.backupsNewestFirst}
            rows={backups}
            rowKey={({ name }) => name}
            columns={folded(columnsAt(now), texts.size)}
          />
        </Card>
      )}
    </section>
  );
}

function columnsAt(now: string): readonly Column<BackupFile>[] {
  return [
    {
      header: texts.file,
      isRowHeader: true,
      cellClass: "font-mono font-normal [overflow-wrap:anywhere]",
      cell: ({ name }) => name,
    },
    {
      header: texts.made,
      cell: ({ kind }) => <Badge>{kind === "nightly" ? texts.nightly : texts.onRequest}</Badge>,
    },
    {
      header: texts.age,
      cell: ({ createdAt }) => <Ago at={createdAt} now={now} />,
    },
    {
      header: texts.size,
      align: "right",
      cellClass: "whitespace-nowrap",
      cell: ({ bytes }) => formatBytes(bytes),
    },
  ];
}
