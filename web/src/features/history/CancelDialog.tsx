import { Undo2 } from "lucide-react";
import { UnknownOutcome } from "@/data/UnknownOutcome";
import { useBalance } from "@/features/wallet/balance";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { Points } from "@/ui/Points";
import { useCancel } from "./cancel";
import type { Purchase } from "./queries";
import * as texts from "./texts/en";

type CancelDialogProps = { purchase: Purchase; onClose: () => void };

/** Asks before a purchase is called off, and shows what came back. */
export default function CancelDialog({ purchase, onClose }: CancelDialogProps) {
  const { answer, failed, isBusy: busy, submit } = useCancel(purchase.id);
  const isDone = answer !== null;
  const balance = useBalance();
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!busy) onClose();
      }}
      art={
        isDone ? (
          <span className="flex size-14 items-center justify-center rounded-full bg-win/12 text-win ring-1 ring-win/30 ring-inset animate-pop">
            <Undo2 aria-hidden="true" className="size-7" strokeWidth={2.5} />
          </span>
        ) : undefined
      }
      title={isDone ? texts.purchaseCancelled : texts.cancelPurchase}
      description={
        isDone ? texts.cancelledEffect(purchase.itemTitle) : texts.cancelEffect(purchase.itemTitle)
      }
      actions={
        isDone ? (
          <Button key="done" tone="gold" onClick={onClose}>
            {texts.done}
          </Button>
        ) : (
          <>
            <Button key="keep" disabled={busy} onClick={onClose}>
              {texts.keep}
            </Button>
            <Button key="cancel" tone="danger" busy={busy} onClick={() => void submit()}>
              {busy ? texts.processing : texts.cancelPurchaseText}
            </Button>
          </>
        )
      }
    >
      <dl className="well mt-5 rounded-md px-4 py-1">
        <div className="flex min-h-11 items-center justify-between gap-4">
          <dt className="text-sm text-muted">{isDone ? texts.refunded : texts.getBack}</dt>
          <dd className="font-display font-bold">
            <Points amount={purchase.pointsCost} />
          </dd>
        </div>
        {isDone && (
          <div className="flex min-h-11 items-center justify-between gap-4 border-t border-line">
            <dt className="text-sm text-muted">{texts.newBalance}</dt>
            <dd className="font-display font-bold">
              <Points amount={balance} />
            </dd>
          </div>
        )}
      </dl>
      {failed !== null && !busy && (
        <Notice tone="error" className="mt-4">
          {failed.failure.message}
          {failed.isUnknown && <UnknownOutcome className="mt-1" />}
        </Notice>
      )}
    </Dialog>
  );
}
