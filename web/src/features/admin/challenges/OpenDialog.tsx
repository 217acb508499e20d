import { ConfirmDialog } from "../shell/ConfirmDialog";
import { AwardDialog } from "./AwardDialog";
import { ChallengeDialog } from "./ChallengeDialog";
import type { ChallengeAction } from "./ChallengeTable";
import { type ChallengeForm, challengeOf } from "./form";
import type { Challenge } from "./model";

/** What is open over the page. */
export type Opened = { action: "add" } | { action: ChallengeAction; challenge: Challenge };

type OpenDialogProps = {
  opened: Opened;
  changes: {
    add: (form: ChallengeForm) => void;
    update: (challenge: Challenge) => void;
    remove: (challenge: Challenge) => void;
  };
  onDone: (text: string) => void;
  onClose: () => void;
};

/** Whatever is open over the page. Loaded behind it: the forms weigh more than the list. */
export default function OpenDialog({ opened, changes, onDone, onClose }: OpenDialogProps) {
  switch (opened.action) {
    case "add":
      return <ChallengeDialog challenge={null} onSave={changes.add} onClose={onClose} />;
    case "edit":
      return (
        <ChallengeDialog
          challenge={opened.challenge}
          onSave={(form) => changes.update(challengeOf(opened.challenge.id, form))}
          onClose={onClose}
        />
      );
    case "award":
      return <AwardDialog challenge={opened.challenge} onDone={onDone} onClose={onClose} />;
    case "delete":
      return (
        <ConfirmDialog
          kind="danger"
          tone="danger"
          title="Delete Challenge"
          text={
            <span className="[overflow-wrap:anywhere]">
              Are you sure you want to delete “{opened.challenge.title}” from the draft? The site
              changes when you push the draft live. Until then, Discard restores everything that is
              live.
            </span>
          }
          confirm="Delete"
          onConfirm={() => changes.remove(opened.challenge)}
          onClose={onClose}
        />
      );
  }
}
