import { Link } from "@tanstack/react-router";
import { Trophy } from "lucide-react";
import { useMember } from "@/features/session/store";
import { Button, buttonClass } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import * as texts from "./texts/win-notice.en";
import { useDismissal, type Win } from "./wins";

type WinDialogProps = {
  win: Win;
  /** How many wins there are with this one. */
  count: number;
  memberId: string;
  onClose: () => void;
};

/** One win, with the way to its draw. The next one follows when it is dismissed. */
export default function WinDialog({ win, count, memberId, onClose }: WinDialogProps) {
  const { id, title, prize, namesWinner } = win;
  const { failed, isBusy, submit } = useDismissal(memberId);
  const member = useMember();
  const isMasked =
    member?.neverNamedOnAir === true || (member?.namedOnAir === false && !namesWinner);
  const dismiss = async () => {
    const dismissed = await submit(id);
    if (dismissed !== null && count === 1) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      art={<Trophy aria-hidden="true" className="size-10 text-gold-300" />}
      title={texts.youWonText(prize)}
      description={<span className="[overflow-wrap:anywhere]">{texts.giveaway(title)}</span>}
      actions={
        <>
          <Button busy={isBusy} aria-label={texts.dismiss(title)} onClick={() => void dismiss()}>
            {texts.dismissText}
          </Button>
          <Link
            to="/giveaways"
            search={{ proof: id }}
            onClick={onClose}
            className={buttonClass("gold")}
            aria-label={texts.seeDraw(title)}
          >
            {texts.seeDrawText}
          </Link>
        </>
      }
    >
      {isMasked && (
        <p className="mt-3 text-sm text-muted">
          {texts.maskedOnStream}{" "}
          <Link
            to="/account"
            hash="on-air"
            onClick={onClose}
            className="whitespace-nowrap text-text underline decoration-line-strong underline-offset-4"
          >
            {texts.showMyName}
          </Link>
        </p>
      )}
      {count > 1 && <p className="mt-3 text-sm text-muted">{texts.moreWins(count - 1)}</p>}
      {failed !== null && !isBusy && (
        <Notice tone="error" className="mt-4">
          {failed.failure.message}
        </Notice>
      )}
    </Dialog>
  );
}
