import { dropUnsaved } from "../session/unsaved";
import { ConfirmDialog } from "./ConfirmDialog";

type LogoutQuestionProps = {
  onLogout: () => void;
  onClose: () => void;
  /** The element that it is drawn in, the body without one. */
  container?: HTMLElement;
};

/** Asks before a logout throws away what has not been saved. */
export function LogoutQuestion({ onLogout, onClose, container }: LogoutQuestionProps) {
  return (
    <ConfirmDialog
      title="Logout with Unsaved Changes"
      text="You have unsaved changes. If you log out now, they are lost."
      confirm="Logout"
      tone="danger"
      kind="warning"
      container={container}
      onConfirm={() => {
        dropUnsaved();
        onLogout();
      }}
      onClose={onClose}
    />
  );
}
