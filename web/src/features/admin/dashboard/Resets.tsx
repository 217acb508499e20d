import { ChevronRight, OctagonAlert } from "lucide-react";
import { useRef, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { ChangeFailure } from "../shell/ChangeFailure";
import * as texts from "./texts/en";
import { type Reset, type ResetDone, resetTracking } from "./tracking";

const words: Record<
  Reset,
  { button: string; title: string; text: string; done: string; isTyped: boolean }
> = {
  daily: {
    button: texts.resetToday,
    title: texts.resetTodayText,
    text: texts.resetTodayEffect,
    done: texts.resetSuccessful,
    isTyped: false,
  },
  database: {
    button: texts.resetDatabase,
    title: texts.resetDatabaseText,
    text: texts.wagerHistoryEveryDay,
    done: texts.resetSuccessful,
    isTyped: false,
  },
  complete: {
    button: texts.completeReset,
    title: texts.completeResetText,
    text: texts.completeResetEffect,
    done: texts.completeResetSuccessful,
    isTyped: true,
  },
};

/** What has to be typed before everything is thrown away. */
const WORD = "RESET";

/**
 * Folded, so that nobody comes across it. Throws away what was tracked of the casino's players; a backup comes first
 * (docs/decisions.md, D2, F4).
 */
export function Resets() {
  const [asked, setAsked] = useState<Reset | null>(null);
  return (
    <Card>
      <details className="group/resets">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-lg px-5 py-3 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden="true"
            className="size-4 shrink-0 text-muted transition-transform group-open/resets:rotate-90"
          />
          <h2 className="text-base">{texts.resetTracking}</h2>
        </summary>
        <p className="px-5 text-sm text-muted">{texts.daysEachPlayerCounted}</p>
        <div className="flex flex-wrap gap-3 p-5 pt-4">
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
      </details>
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
              {texts.cancel}
            </Button>
            <Button tone="danger" busy={isBusy} disabled={!isReady} onClick={() => void submit()}>
              {button}
            </Button>
          </>
        ) : (
          <Button tone="gold" onClick={onClose}>
            {texts.done}
          </Button>
        )
      }
    >
      <div ref={last} tabIndex={-1} className="outline-none">
        {done === null ? (
          <>
            <p className="mt-3 text-sm text-muted">{texts.backupEverythingTakenFirst}</p>
            {isTyped && (
              <Field
                label={texts.typeConfirm(WORD)}
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
                {texts.resetFailed}
                <ChangeFailure failure={failed.failure} />
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
            {texts.backupFolderDataFolder(<span className="font-mono">{texts.backups}</span>)}
          </span>
          <span className="font-mono [overflow-wrap:anywhere]">{done.backup}</span>
        </p>
        <CopyButton text={done.backup} what={texts.nameBackup} />
      </div>
    </>
  );
}
