import { ConfirmDialog } from "../shell/ConfirmDialog";

type PushDialogProps = {
  /** What is updated by it: "the public points shop". */
  what: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

export function PushDialog({ what, onConfirm, onClose }: PushDialogProps) {
  return (
    <ConfirmDialog
      kind="info"
      title="Push Changes Live"
      text={`Are you sure you want to push these changes live? This will update ${what}.`}
      confirm="Push Live"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

type DiscardDialogProps = { onConfirm: () => void; onClose: () => void };

export function DiscardDialog({ onConfirm, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      kind="warning"
      tone="danger"
      title="Discard Changes"
      text="Are you sure you want to discard all changes of the draft? This action cannot be undone."
      confirm="Discard"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
