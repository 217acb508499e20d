import type { ReactNode } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import * as texts from "./texts/en";

type QuestionProps = {
  title: string;
  text: ReactNode;
  confirm: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks before something of the own account is taken away. Drawn only while it is open. */
export function Question({ title, text, confirm, onConfirm, onClose }: QuestionProps) {
  const { failed, isBusy, submit } = useSubmit({ send: () => onConfirm(), onAnswer: onClose });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={title}
      description={text}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {texts.cancel}
          </Button>
          <Button tone="danger" busy={isBusy} onClick={() => void submit(null)}>
            {confirm}
          </Button>
        </>
      }
    >
      {failed !== null && !isBusy && <Notice tone="error">{failed.failure.message}</Notice>}
    </Dialog>
  );
}
