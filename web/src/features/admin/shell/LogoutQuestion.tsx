import { ConfirmDialog } from "@/data/ConfirmDialog";
import { QuestionKind } from "./QuestionKind";
import * as texts from "./texts/en";

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
      title={texts.unsavedTitle}
      text={texts.unsavedText}
      confirm={texts.logout}
      tone="danger"
      art={<QuestionKind kind="warning" />}
      container={container}
      onConfirm={() => {
        onLogout();
      }}
      onClose={onClose}
    />
  );
}
