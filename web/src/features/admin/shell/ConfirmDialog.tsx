import { type ReactNode, useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { asFailure } from "@/wire/failure";

type ConfirmDialogProps = {
  title: string;
  text: ReactNode;
  /** What the button says that does it. */
  confirm: string;
  tone?: "gold" | "danger";
  children?: ReactNode;
  /** Does it. What it throws is shown, and the dialog stays open for another try. */
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
};

/** Asks before something is done that others will notice. Drawn only while it is open. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  tone = "gold",
  children,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setRefusal(null);
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (thrown) {
      setRefusal(asFailure(thrown).message);
      setBusy(false);
    }
  };
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
            Cancel
          </Button>
          <Button tone={tone} busy={isBusy} onClick={() => void run()}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {refusal !== null && (
        <Notice tone="error" className="mt-5">
          {refusal}
        </Notice>
      )}
    </Dialog>
  );
}
