import { OctagonAlert } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { ChangeFailure } from "../shell/ChangeFailure";
import { type Reset, type ResetDone, resetTracking } from "./tracking";

const words: Record<
  Reset,
  { button: string; title: string; text: string; done: string; isTyped: boolean }
> = {
  daily: {
    button: "Reset Today",
    title: "Reset today?",
    text: "What was wagered today counts from 0 again. Other days and the months stay.",
    done: "Reset successful!",
    isTyped: false,
  },
  database: {
    button: "Reset Database",
    title: "Reset the database?",
    text: "The wager history of every day is thrown away. Players and months stay.",
    done: "Reset successful!",
    isTyped: false,
  },
  complete: {
    button: "Complete Reset",
    title: "Complete reset?",
    text: "Everything that was tracked is thrown away: players, months and the history of every day.",
    done: "Complete reset successful!",
    isTyped: true,
  },
};

/** What has to be typed before everything is thrown away. */
const WORD = "RESET";

/**
 * Throws away what was tracked of the casino's players; a backup comes first
 * (docs/decisions.md, D2, F4).
 */
export function Resets() {
  const [asked, setAsked] = useState<Reset | null>(null);
  const titleId = useId();
  return (
    <Card>
      <section
        aria-labelledby={titleId}
        className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-5"
      >
        <div className="min-w-[min(100%,13rem)] flex-1">
          <h2 id={titleId} className="text-base">
            Wager tracking
          </h2>
          <p className="mt-1 text-sm text-muted">
            The days of each player, counted from the casino's figures. A backup is taken before
            anything is reset.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {(["daily", "database", "complete"] as const).map((what) => (
            <Button
              key={what}
              tone={what === "complete" ? "danger" : "quiet"}
              onClick={() => setAsked(what)}
            >
              {words[what].button}
            </Button>
          ))}
        </div>
      </section>
      {asked !== null && <ResetDialog what={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function ResetDialog({ what, onClose }: { what: Reset; onClose: () => void }) {
  const { title, text, button, done: doneTitle, isTyped } = words[what];
  const [typed, setTyped] = useState("");
  const last = useRef<HTMLDivElement>(null);
  const {
    answer: done,
    failed,
    isBusy,
    submit,
  } = useSubmit<void, ResetDone>({
    send: () => resetTracking(what),
    // The button that was pressed will be gone.
    onAnswer: () => last.current?.focus(),
  });
  const isReady = !isTyped || typed.trim().toUpperCase() === WORD;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={done === null ? title : doneTitle}
      {...(done === null && {
        description: text,
        art: (
          <span className="inline-flex size-12 items-center justify-center rounded-full bg-loss/14 text-loss">
            <OctagonAlert aria-hidden="true" className="size-6" />
          </span>
        ),
      })}
      actions={
        done === null ? (
          <>
            <Button onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button tone="danger" busy={isBusy} disabled={!isReady} onClick={() => void submit()}>
              {button}
            </Button>
          </>
        ) : (
          <Button tone="gold" onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      <div ref={last} tabIndex={-1} className="outline-none">
        {done === null ? (
          <>
            <p className="mt-3 text-sm text-muted">
              A backup of everything is taken first, and you are told where it is.
            </p>
            {isTyped && (
              <Field
                label={`Type ${WORD} to confirm`}
                autoComplete="off"
                spellCheck={false}
                className="mt-5"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key === "Enter" && isReady) void submit();
                }}
              />
            )}
            {failed !== null && !isBusy && (
              <Notice tone="error" className="mt-5">
                Reset failed: <ChangeFailure failure={failed.failure} />
              </Notice>
            )}
          </>
        ) : (
          <Done done={done} />
        )}
      </div>
    </Dialog>
  );
}

function Done({ done }: { done: ResetDone }) {
  return (
    <>
      <p role="status" className="mt-2 text-muted [overflow-wrap:anywhere]">
        {done.message}
      </p>
      <div className="well mt-5 flex items-center gap-1 rounded-md pr-1 pl-4">
        <p className="min-w-0 flex-1 py-3 text-sm">
          <span className="block text-muted">
            Backup, in the folder <span className="font-mono">backups</span> of the data folder
          </span>
          <span className="font-mono [overflow-wrap:anywhere]">{done.backup}</span>
        </p>
        <CopyButton text={done.backup} what="name of the backup" />
      </div>
    </>
  );
}
