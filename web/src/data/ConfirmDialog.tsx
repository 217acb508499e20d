import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { unknownChange } from "@/wire/submit";
import * as texts from "./texts/en";
import { useSubmit } from "./use-submit";

type ConfirmDialogProps = {
  title: string;
  text: ReactNode;
  /** What the button says that does it. */
  confirm: string;
  /** What the button says that leaves it be. */
  cancel?: string;
  tone?: "gold" | "danger";
  /** A picture above the title. */
  art?: ReactNode;
  children?: ReactNode;
  /** Something in `children` is wrong. */
  isBlocked?: boolean;
  /** The element that it is drawn in, the body without one. */
  container?: HTMLElement | undefined;
  /** Does it. What it throws is shown, and the dialog stays open for another try. */
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
};

/** Asks before something is done that others will notice. Drawn only while it is open. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel = texts.cancel,
  tone = "gold",
  art,
  children,
  isBlocked = false,
  container,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { failed, isBusy, submit } = useSubmit<void, void>({
    send: async () => onConfirm(),
    onAnswer: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={title}
      description={text}
      {...(container !== undefined && { container })}
      art={art}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {cancel}
          </Button>
          <Button tone={tone} busy={isBusy} disabled={isBlocked} onClick={() => void submit()}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {failed !== null && !isBusy && (
        <Notice tone="error" className="mt-5">
          {failed.failure.message}
          <p className="mt-1 text-sm text-muted empty:hidden">{unknownChange(failed.failure)}</p>
        </Notice>
      )}
    </Dialog>
  );
}
