import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { QueryView } from "@/data/QueryView";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatMoment } from "@/ui/format/dates";
import { LostSeeds } from "../shell/LostSeeds";
import { roleNames } from "../shell/role-names";
import { confirmPerson, endRestoreCheck, type Restored, remove, restoredQuery } from "./queries";
import * as texts from "./texts/restored.en";

type Asked = { what: "confirm" | "remove"; id: number; name: string };

/** The check after a restore: people log in again once the owner has confirmed them. Shows nothing otherwise. */
export function AfterRestore({ onDone }: { onDone: (text: string) => void }) {
  const query = useQuery(restoredQuery);
  return (
    <QueryView query={query} what={texts.theCheck} loading={null} failedAs="notice">
      {({ restored }) => restored !== null && <Check restored={restored} onDone={onDone} />}
    </QueryView>
  );
}

type CheckProps = { restored: Restored; onDone: (text: string) => void };

function Check({ restored: { at, backupOf, waiting }, onDone }: CheckProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isEnding, setEnding] = useState(false);
  return (
    <section aria-label={texts.title}>
      <h2 className="mb-3 text-lg">{texts.title}</h2>
      <Card className="flex flex-col gap-4 p-5">
        <p>{texts.when(formatMoment(at), backupOf === null ? null : formatMoment(backupOf))}</p>
        <p className="text-muted">
          {texts.ended}{" "}
          <Link
            to="/docs/$document"
            params={{ document: "backup" }}
            hash="what-a-restore-does-not-bring-back"
            className="text-text underline underline-offset-4"
          >
            {texts.more}
          </Link>
        </p>
        <LostSeeds />
        {waiting.length === 0 ? (
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p>{texts.nobodyWaits}</p>
            <Button tone="gold" onClick={() => setEnding(true)}>
              {texts.finish}
            </Button>
          </div>
        ) : (
          <>
            <p>{texts.waitingLead}</p>
            <ul className="divide-y divide-line">
              {waiting.map(({ id, name, role, joinedAt, hasApp, passkeys }) => (
                <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-3 py-3">
                  <div className="min-w-0 flex-1 basis-60">
                    <p className="font-semibold break-words">
                      {name} <span className="font-normal text-muted">{roleNames[role]}</span>
                    </p>
                    <p className="text-sm text-muted">
                      {texts.asInBackup(formatMoment(joinedAt), hasApp, passkeys)}
                    </p>
                  </div>
                  <div className="flex gap-2">
                    <Button
                      size="sm"
                      aria-label={texts.confirmOf(name)}
                      onClick={() => setAsked({ what: "confirm", id, name })}
                    >
                      {texts.confirm}
                    </Button>
                    <Button
                      size="sm"
                      aria-label={texts.removeOf(name)}
                      onClick={() => setAsked({ what: "remove", id, name })}
                    >
                      {texts.remove}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
      {asked !== null && (
        <ConfirmDialog
          title={texts.titles[asked.what](asked.name)}
          text={texts.questions[asked.what]}
          confirm={asked.what === "confirm" ? texts.confirm : texts.remove}
          {...(asked.what === "remove" && { tone: "danger" as const })}
          onConfirm={async () => {
            await (asked.what === "confirm" ? confirmPerson : remove)(asked.id);
            onDone(texts.done[asked.what](asked.name));
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {isEnding && (
        <ConfirmDialog
          title={texts.finishTitle}
          text={texts.finishText}
          confirm={texts.finish}
          onConfirm={async () => {
            await endRestoreCheck();
            onDone(texts.finished);
          }}
          onClose={() => setEnding(false)}
        />
      )}
    </section>
  );
}
