import { DatabaseBackup } from "lucide-react";
import { useSubmit } from "@/data/use-submit";
import { Ago } from "@/ui/Ago";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Message, useMessage } from "@/ui/Message";
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
          <table className="w-full min-w-[36rem] text-left text-sm">
            <caption className="sr-only">Backups, the newest first</caption>
            <thead>
              <tr className="border-b border-line text-muted [&>th]:px-4 [&>th]:py-3 [&>th]:font-medium">
                <th scope="col">File</th>
                <th scope="col">Made</th>
                <th scope="col">Age</th>
                <th scope="col" className="text-right">
                  Size
                </th>
              </tr>
            </thead>
            <tbody>
              {backups.map((backup) => (
                <tr
                  key={backup.name}
                  className="border-b border-line last:border-b-0 hover:bg-ink-850 [&>td]:px-4 [&>td]:py-3 [&>th]:px-4 [&>th]:py-3"
                >
                  <th scope="row" className="font-mono font-normal [overflow-wrap:anywhere]">
                    {backup.name}
                  </th>
                  <td>
                    <Badge>{backup.kind === "nightly" ? "Nightly" : "Asked for"}</Badge>
                  </td>
                  <td>
                    <Ago at={backup.createdAt} now={now} />
                  </td>
                  <td className="text-right whitespace-nowrap">{bytesText(backup.bytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableCard>
      )}
    </section>
  );
}
