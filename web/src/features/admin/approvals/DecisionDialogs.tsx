import { useId, useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { toast } from "@/ui/toast";
import { type Approval, decide } from "./queries";
import * as texts from "./texts/en";

type DecisionDialogProps = { approval: Approval; onClose: () => void };

/** The longest note the server takes. */
const NOTE_MAX = 300;

const memberOf = ({ username }: Approval) => username ?? texts.deletedMemberInSentence;

export function ApproveDialog({ approval, onClose }: DecisionDialogProps) {
  return (
    <ConfirmDialog
      title={texts.textApprove(approval.platform_username)}
      text={texts.approveEffect(approval.platform, approval.platform_username, memberOf(approval))}
      confirm={texts.approveText}
      onClose={onClose}
      onConfirm={async () => {
        toast({ text: await decide(approval.id, "approved", ""), tone: "success" });
      }}
    />
  );
}

/** The reason is optional; the member sees it beside the form. */
export function RejectDialog({ approval, onClose }: DecisionDialogProps) {
  const [reason, setReason] = useState("");
  const id = useId();
  return (
    <ConfirmDialog
      title={texts.textReject(approval.platform_username)}
      text={texts.mayAskNameAgain(approval.username ?? texts.theMember)}
      confirm={texts.rejectText}
      tone="danger"
      onClose={onClose}
      onConfirm={async () => {
        toast({ text: await decide(approval.id, "rejected", reason.trim()), tone: "success" });
      }}
    >
      <div className="mt-5 flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {texts.reasonOptional}
        </label>
        <textarea
          id={id}
          rows={3}
          maxLength={NOTE_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          aria-describedby={`${id}-note`}
          className="well rounded-md px-3.5 py-3 text-base outline-none focus:border-gold-400/70 focus:ring-3 focus:ring-gold-400/15"
        />
        <p id={`${id}-note`} className="text-sm text-muted">
          {texts.memberSees}
        </p>
      </div>
    </ConfirmDialog>
  );
}
