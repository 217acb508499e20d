import { FileUp } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { PasswordField } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { Spinner } from "@/ui/Spinner";
import { ChangeFailure } from "../../shell/ChangeFailure";
import { LostSeeds } from "../../shell/LostSeeds";
import { Group } from "../fields/Group";
import { readRestart, readRestoreProgress, restoreBackup } from "./queries";
import * as texts from "./texts/restore.en";

const WorkProgress = lazy(() => import("../../shell/WorkProgress"));

/** Time between two looks whether the site has started again, in milliseconds, and how many there are. */
const PAUSE = 1000;
const LOOKS_MAX = 300;

type RestorePartProps = { code: string; onRestart: () => void; onCancel: () => void };

/** Takes over a backup in place of the setup. */
export function RestorePart({ code, onRestart, onCancel }: RestorePartProps) {
  const [file, setFile] = useState<File | null>(null);
  const [secret, setSecret] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // The button that opened the form is gone.
  const choose = useRef<HTMLButtonElement>(null);
  useEffect(() => choose.current?.focus(), []);
  const { failed, isBusy, submit, reset } = useSubmit({ send: restoreBackup, onAnswer: onRestart });
  return (
    <Group title={texts.yourBackup}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (file !== null) void submit({ code, file, secret });
        }}
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            ref={choose}
            disabled={isBusy}
            onClick={() => input.current?.click()}
            icon={<FileUp aria-hidden="true" className="size-4" />}
          >
            {texts.choose}
          </Button>
          <p className={cx("min-w-0 [overflow-wrap:anywhere]", file === null && "text-muted")}>
            {file === null ? texts.noFile : file.name}
          </p>
          <input
            ref={input}
            type="file"
            aria-label={texts.file}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null);
              reset();
            }}
          />
        </div>
        <PasswordField
          label={texts.secret}
          hint={texts.secretHint}
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
          autoComplete="off"
          maxLength={1000}
        />
        {failed !== null && !isBusy && (
          <Notice tone="error">
            <ChangeFailure failure={failed.failure} />
          </Notice>
        )}
        {isBusy && (
          <>
            <p role="status" className="text-muted">
              {texts.running}
            </p>
            <Suspense>
              <WorkProgress of="restore" read={() => readRestoreProgress(code)} />
            </Suspense>
          </>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="gold" busy={isBusy} disabled={file === null}>
            {texts.restore}
          </Button>
          <Button tone="ghost" disabled={isBusy} onClick={onCancel}>
            {texts.setUpInstead}
          </Button>
        </div>
      </form>
    </Group>
  );
}

/** Waits until the site has started with the backup, and says how the owner gets in. */
export function Restarting() {
  const [looks, setLooks] = useState(0);
  const [isBack, setBack] = useState(false);
  const isOver = looks >= LOOKS_MAX;
  useEffect(() => {
    if (isOver || isBack) return;
    let isGone = false;
    const timer = setTimeout(() => {
      void readRestart().then((restart) => {
        if (isGone) return;
        // The whole page, because the backup's site may have another name and other parts.
        if (restart === "hasOwner") window.location.replace("/admin");
        else if (restart === "needsPassword") setBack(true);
        else setLooks(looks + 1);
      });
    }, PAUSE);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [looks, isOver, isBack]);
  if (isOver) return <Notice tone="error">{texts.notBack}</Notice>;
  return (
    <div role="status" className="flex flex-col gap-3">
      <h1 className="text-2xl font-extrabold sm:text-3xl">{texts.restored}</h1>
      {isBack ? (
        <>
          <p className="text-muted">{texts.isBack}</p>
          <LostSeeds />
        </>
      ) : (
        <p className="flex items-center gap-3 text-muted">
          <Spinner /> {texts.starting}
        </p>
      )}
    </div>
  );
}
