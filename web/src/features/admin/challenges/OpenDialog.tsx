import { ConfirmDialog } from "@/data/ConfirmDialog";
import { QuestionKind } from "../shell/QuestionKind";
import { AwardDialog } from "./AwardDialog";
import { ChallengeDialog } from "./ChallengeDialog";
import type { ChallengeAction } from "./ChallengeTable";
import type { ChallengeForm } from "./form";
import type { Challenge } from "./model";
import * as texts from "./texts/en";

/** What is open over the page. */
export type Opened = { action: "add" } | { action: ChallengeAction; challenge: Challenge };

type OpenDialogProps = {
  opened: Opened;
  changes: {
    /** Return why the form was not saved; null closes it. */
    add: (form: ChallengeForm) => string | null;
    update: (opened: Challenge, form: ChallengeForm) => string | null;
    remove: (challenge: Challenge) => void;
  };
  onDone: (text: string) => void;
  onClose: () => void;
};

/** The dialog over the page. Loaded after the page: the forms are larger than the list. */
export default function OpenDialog({ opened, changes, onDone, onClose }: OpenDialogProps) {
  switch (opened.action) {
    case "add":
      return <ChallengeDialog challenge={null} onSave={changes.add} onClose={onClose} />;
    case "edit":
      return (
        <ChallengeDialog
          challenge={opened.challenge}
          onSave={(form) => changes.update(opened.challenge, form)}
          onClose={onClose}
        />
      );
    case "award":
      return <AwardDialog challenge={opened.challenge} onDone={onDone} onClose={onClose} />;
    case "delete":
      return (
        <ConfirmDialog
          art={<QuestionKind kind="danger" />}
          tone="danger"
          title={texts.deleteChallenge}
          text={
            <span className="[overflow-wrap:anywhere]">
              {texts.sureWantDeleteFrom(opened.challenge.title)}
            </span>
          }
          confirm={texts.textDelete}
          onConfirm={() => changes.remove(opened.challenge)}
          onClose={onClose}
        />
      );
  }
}
