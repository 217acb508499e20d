import { ConfirmDialog } from "@/data/ConfirmDialog";
import { QuestionKind } from "../shell/QuestionKind";
import * as texts from "./texts/en";

type PushDialogProps = {
  /** What is updated by it: "the public points shop". */
  what: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

export function PushDialog({ what, onConfirm, onClose }: PushDialogProps) {
  return (
    <ConfirmDialog
      art={<QuestionKind kind="info" />}
      title={texts.pushChangesLive}
      text={texts.sureWantPushThese(what)}
      confirm={texts.pushLive}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

type DiscardDialogProps = { onConfirm: () => void; onClose: () => void };

export function DiscardDialog({ onConfirm, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      art={<QuestionKind kind="warning" />}
      tone="danger"
      title={texts.discardChanges}
      text={texts.sureWantDiscardAll}
      confirm={texts.discard}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
