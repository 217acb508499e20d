import { DatabaseBackup } from "lucide-react";
import { useSubmit } from "@/data/use-submit";
import { Ago } from "@/ui/Ago";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Message, useMessage } from "@/ui/Message";
import { type Column, Table } from "@/ui/Table";
import { failureTexts } from "../shell/failure-texts";
import { type BackupFile, backUp } from "./queries";
import { TableCard } from "./TableCard";
import { bytesText } from "./text";

/** Whole copies in the data folder, and the button for another one. */
export function Backups({ backups, now }: { backups: readonly BackupFile[]; now: string }) {
  const { message, say } = useMessage();
  const { isBusy, submit } = useSubmit<void, string>({
    send: backUp,
    onAnswer: (done) => say("success", done),
    onFailure: ({ failure }) => say("error", ...failureTexts(failure)),
  });
  return (
    <section aria-labelledby="backups" className="relative flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="backups" className="text-lg">
            Backups
          </h2>
          <p className="mt-1 text-sm text-muted">
            One is written every night. They stand in the data folder: keep a copy elsewhere.
          </p>
        </div>
        <Button
          tone="gold"
          busy={isBusy}
          onClick={() => void submit()}
          icon={<DatabaseBackup aria-hidden="true" className="size-4.5" />}
        >
          Back up now
        </Button>
      </div>
      <Message message={message} />
      {backups.length === 0 ? (
        <Card className="p-5 text-sm text-muted">There is no backup yet.</Card>
      ) : (
        <TableCard label="Table of backups">
          <Table
            look="panel"
            className="min-w-[36rem]"
            caption="Backups, the newest first"
            rows={backups}
            rowKey={({ name }) => name}
            columns={columnsAt(now)}
          />
        </TableCard>
      )}
    </section>
  );
}

function columnsAt(now: string): readonly Column<BackupFile>[] {
  return [
    {
      header: "File",
      isRowHeader: true,
      cellClass: "font-mono font-normal [overflow-wrap:anywhere]",
      cell: ({ name }) => name,
    },
    {
      header: "Made",
      cell: ({ kind }) => <Badge>{kind === "nightly" ? "Nightly" : "Asked for"}</Badge>,
    },
    { header: "Age", cell: ({ createdAt }) => <Ago at={createdAt} now={now} /> },
    {
      header: "Size",
      align: "right",
      cellClass: "whitespace-nowrap",
      cell: ({ bytes }) => bytesText(bytes),
    },
  ];
}
