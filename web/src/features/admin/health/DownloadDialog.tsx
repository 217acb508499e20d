import { type FormEvent, lazy, Suspense, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { PasswordField } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { ChangeFailure } from "../shell/ChangeFailure";
import { downloadBackup, readBackupProgress } from "./queries";
import * as texts from "./texts/download.en";

const WorkProgress = lazy(() => import("../shell/WorkProgress"));

type DownloadDialogProps = {
  /** The settings file has a key or passphrase for copies. */
  hasKey: boolean;
  onStarted: () => void;
  onClose: () => void;
};

/** Asks what encrypts a backup that leaves the machine, and downloads it. */
export function DownloadDialog({ hasKey, onStarted, onClose }: DownloadDialogProps) {
  const [passphrase, setPassphrase] = useState("");
  const [again, setAgain] = useState("");
  const [isDifferent, setDifferent] = useState(false);
  const [isPlain, setPlain] = useState(false);
  const { failed, isBusy, submit, reset } = useSubmit({
    send: downloadBackup,
    onAnswer: onStarted,
  });
  const edited = () => {
    setDifferent(false);
    reset();
  };
  const asks = !hasKey && !isPlain;
  const download = (event: FormEvent) => {
    event.preventDefault();
    // A dialog is inside its form for React, wherever it is drawn.
    event.stopPropagation();
    setDifferent(asks && passphrase !== again);
    if (asks && passphrase !== again) return;
    if (isPlain) void submit({ encryption: "none" });
    else if (hasKey) void submit({ encryption: "settings" });
    else void submit({ encryption: "passphrase", passphrase });
  };
  const refused = isBusy ? undefined : failed?.failure.fields.passphrase;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={texts.title}
      description={texts.contents}
    >
      <form onSubmit={download} className="mt-5 flex flex-col gap-4">
        {hasKey && !isPlain && <p>{texts.withKey}</p>}
        {asks && (
          <>
            <PasswordField
              label={texts.passphrase}
              hint={texts.passphraseHint}
              value={passphrase}
              disabled={isBusy}
              onChange={({ target }) => {
                setPassphrase(target.value);
                edited();
              }}
              error={refused}
              autoComplete="new-password"
              maxLength={128}
            />
            <PasswordField
              label={texts.again}
              value={again}
              disabled={isBusy}
              onChange={({ target }) => {
                setAgain(target.value);
                edited();
              }}
              error={isDifferent ? texts.different : undefined}
              autoComplete="new-password"
              maxLength={128}
            />
          </>
        )}
        <Checkbox
          label={texts.plain}
          checked={isPlain}
          disabled={isBusy}
          onChange={({ target }) => setPlain(target.checked)}
        />
        {isPlain && <Notice tone="error">{texts.plainRisk}</Notice>}
        {failed !== null && !isBusy && refused === undefined && (
          <Notice tone="error">
            <ChangeFailure failure={failed.failure} />
          </Notice>
        )}
        {isBusy && (
          <Suspense>
            <WorkProgress of="backup" read={readBackupProgress} />
          </Suspense>
        )}
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose} disabled={isBusy}>
            {texts.cancel}
          </Button>
          <Button
            tone={isPlain ? "danger" : "gold"}
            type="submit"
            busy={isBusy}
            disabled={asks && (passphrase === "" || again === "")}
          >
            {texts.download}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
