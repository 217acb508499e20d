import { useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { formatPoints, Points } from "@/ui/Points";
import { asFailure, type CallFailure } from "@/wire/failure";
import { MemberPicker } from "../lists/MemberPicker";
import type { Member } from "../lists/members";
import type { Challenge } from "./model";
import { award } from "./queries";

type AwardDialogProps = {
  /** As it is live: an award pays what everybody can read. */
  challenge: Challenge;
  onDone: (text: string) => void;
  onClose: () => void;
};

/** Pays a challenge's points to the member who did it. */
export function AwardDialog({ challenge, onDone, onClose }: AwardDialogProps) {
  const [chosen, setChosen] = useState<Member | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<CallFailure | null>(null);
  const points = challenge.rewardPoints ?? 0;
  const pay = async (member: Member) => {
    setRefusal(null);
    setBusy(true);
    try {
      const balance = await award(challenge.id, member.id);
      onDone(
        `${member.username} has been awarded ${formatPoints(points)} points. Balance: ${formatPoints(balance)}.`,
      );
    } catch (thrown) {
      setRefusal(asFailure(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title="Award Challenge"
      description={
        <span className="[overflow-wrap:anywhere]">
          Who did “{challenge.title}”? The challenge is marked completed at once, and its points are
          paid once and for good.
        </span>
      }
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            tone="gold"
            busy={busy}
            disabled={chosen === null}
            onClick={() => {
              if (chosen !== null) void pay(chosen);
            }}
          >
            {chosen === null ? "Award" : `Award ${chosen.username}`}
          </Button>
        </>
      }
    >
      <p className="well mt-5 flex items-center justify-between gap-4 rounded-md px-4 py-3">
        <span className="text-sm text-muted">Pays</span>
        <Points amount={points} className="font-display text-lg" />
      </p>
      <div className="mt-5">
        <MemberPicker chosen={chosen} onChoose={setChosen} />
      </div>
      {refusal !== null && (
        <Notice tone="error" className="mt-5">
          <p>{refusal.message}</p>
          {refusal.error === "already_completed" && (
            <p className="text-muted">
              Its points are paid once: setting it Pending does not open it again.
            </p>
          )}
        </Notice>
      )}
    </Dialog>
  );
}
