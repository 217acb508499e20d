import { useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { formatPoints } from "@/ui/format/numbers";
import { Notice } from "@/ui/Notice";
import { Points } from "@/ui/Points";
import { MemberPicker } from "../lists/MemberPicker";
import type { Member } from "../lists/members";
import { ChangeFailure } from "../shell/ChangeFailure";
import type { Challenge } from "./model";
import { award } from "./queries";
import * as texts from "./texts/en";

type AwardDialogProps = {
  /** As it is live: an award pays what everyone can read. */
  challenge: Challenge;
  onDone: (text: string) => void;
  onClose: () => void;
};

/** Pays a challenge's points to the member who did it. */
export function AwardDialog({ challenge, onDone, onClose }: AwardDialogProps) {
  const [chosen, setChosen] = useState<Member | null>(null);
  const points = challenge.rewardPoints ?? 0;
  const { failed, isBusy, submit } = useSubmit({
    send: ({ id }: Member) => award(challenge.id, id),
    onAnswer: (balance, { username }) =>
      onDone(texts.hasBeenAwardedPoints(username, formatPoints(points), formatPoints(balance))),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={texts.awardChallenge}
      description={
        <span className="[overflow-wrap:anywhere]">
          {texts.whoDidChallengeMarked(challenge.title)}
        </span>
      }
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {texts.cancel}
          </Button>
          <Button
            tone="gold"
            busy={isBusy}
            disabled={chosen === null}
            onClick={() => {
              if (chosen !== null) void submit(chosen);
            }}
          >
            {chosen === null ? texts.award : texts.awardText(chosen.username)}
          </Button>
        </>
      }
    >
      <p className="well mt-5 flex items-center justify-between gap-4 rounded-md px-4 py-3">
        <span className="text-sm text-muted">{texts.pays}</span>
        <Points amount={points} className="font-display text-lg" />
      </p>
      <div className="mt-5">
        <MemberPicker chosen={chosen} onChoose={setChosen} />
      </div>
      {failed !== null && !isBusy && (
        <Notice tone="error" className="mt-5">
          <ChangeFailure failure={failed.failure} />
          {failed.failure.error === "already_completed" && (
            <p className="text-muted">{texts.pointsPaidOnceSetting}</p>
          )}
        </Notice>
      )}
    </Dialog>
  );
}
