import { useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { ChangeFailure } from "../shell/ChangeFailure";
import { DifferenceList, toPair } from "./Differences";
import { compareFile, importFile } from "./queries";
import { sections } from "./sections";
import type { Import } from "./Transfer";
import * as texts from "./texts/en";
import { useConfirmed } from "./use-confirmed";

type ImportDialogProps = {
  opened: Import;
  onDone: (text: string) => void;
  onClose: () => void;
};

/** What an import would change, by section, before it is done. */
export function ImportDialog({ opened, onDone, onClose }: ImportDialogProps) {
  const { file, isExample } = opened;
  const [compared, setCompared] = useState(opened.compared);
  const { submit, isBusy, failed, dialog } = useConfirmed({
    send: (revisions: Import["compared"]["revisions"], confirmed) =>
      importFile({ file, revisions, confirmed }),
    onAnswer: () => {
      onDone(texts.imported);
      onClose();
    },
    onFailure: async (failure) => {
      if (failure.error === "changed") setCompared(await compareFile(file));
    },
  });
  if (dialog !== false) return dialog;
  const { differences, revisions } = compared;
  const isEmpty = differences.length === 0;
  const changed = sections.filter(({ name }) =>
    differences.some(({ section }) => section === name),
  );
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={isExample ? texts.exampleTitle : texts.importTitle}
      description={isEmpty ? texts.importNothing : texts.importText(differences.length)}
      actions={
        isEmpty ? (
          <Button onClick={onClose}>{texts.close}</Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={isBusy}>
              {texts.cancel}
            </Button>
            <Button tone="gold" busy={isBusy} onClick={() => submit(revisions)}>
              {texts.importNow}
            </Button>
          </>
        )
      }
    >
      <div className="mt-5 flex max-h-[48dvh] min-h-0 flex-col gap-5 overflow-auto">
        {changed.map((section) => (
          <section key={section.name} aria-label={section.title} className="shrink-0">
            <h3 className="mb-2 text-base">{section.title}</h3>
            <DifferenceList
              section={section}
              pairs={differences.filter((one) => one.section === section.name).map(toPair)}
            />
          </section>
        ))}
      </div>
      {failed !== null && !isBusy && (
        <Notice tone="error" className="mt-5">
          {failed.failure.error === "changed" ? (
            texts.importChanged
          ) : (
            <ChangeFailure failure={failed.failure} />
          )}
        </Notice>
      )}
    </Dialog>
  );
}
