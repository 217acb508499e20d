import type { ReactNode } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { QuestionKind } from "../shell/QuestionKind";
import * as texts from "./texts/en";

export type PushDialogProps = {
  /** What is updated by it: "the public points shop". */
  what: string;
  /** Whether it is live then. Why not is said on the page. */
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
};

type OpenPushDialogProps = PushDialogProps & {
  /** Something in `children` is wrong. */
  isBlocked?: boolean;
  children?: ReactNode;
};

export function PushDialog({ what, isBlocked, children, onConfirm, onClose }: OpenPushDialogProps) {
  return (
    <ConfirmDialog
      art={<QuestionKind kind="info" />}
      title={texts.pushChangesLive}
      text={texts.sureWantPushThese(what)}
      confirm={texts.pushLive}
      isBlocked={isBlocked === true}
      onConfirm={async () => {
        await onConfirm();
      }}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
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
