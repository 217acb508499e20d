import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { useSubmit } from "@/data/use-submit";
import { isChangeUnknown, UNKNOWN_CHANGE } from "@/wire/submit";
import { QuestionKind } from "../shell/QuestionKind";
import type { Purchase, PurchaseStatus } from "./model";
import { setPurchase } from "./queries";
import * as texts from "./texts/en";

type Say = { onDone: (text: string) => void; onFailed: (text: string, reason: string) => void };

type Wish = { purchase: Purchase; status: PurchaseStatus };

/** Sets where a purchase stands; asks first where points move by it (docs/decisions.md, E5). */
export function usePurchaseStatus({ onDone, onFailed }: Say): {
  /** The purchase whose status is being set; no other is taken until then. */
  busyId: string | null;
  set: (purchase: Purchase, status: PurchaseStatus) => void;
  question: ReactNode;
} {
  const { running, submit } = useSubmit({
    send: ({ purchase, status }: Wish) => setPurchase(purchase, status),
    onAnswer: (_, { status }) => onDone(texts.statusSet[status]),
    onFailure: ({ failure }) => {
      const { said, isLost, message } = failure;
      const reason = said ?? (isLost ? message : texts.failedUpdatePurchaseStatus);
      const more = isChangeUnknown(failure) ? UNKNOWN_CHANGE : "";
      onFailed(texts.errorUpdatingPurchaseStatus(reason), more);
    },
  });
  const [wish, setWish] = useState<Wish | null>(null);
  const busyId = running?.purchase.id ?? null;
  const set = (purchase: Purchase, status: PurchaseStatus) => {
    if (status === purchase.status || busyId !== null) return;
    const movesPoints = status === "cancelled" || purchase.status === "cancelled";
    if (movesPoints) setWish({ purchase, status });
    else void submit({ purchase, status });
  };
  return {
    busyId,
    set,
    question: wish !== null && (
      <StatusQuestion
        wish={wish}
        onConfirm={async () => void (await submit(wish))}
        onClose={() => setWish(null)}
      />
    ),
  };
}

type StatusQuestionProps = { wish: Wish; onConfirm: () => Promise<void>; onClose: () => void };

function StatusQuestion({ wish, onConfirm, onClose }: StatusQuestionProps) {
  const { itemTitle, user, pointsCost } = wish.purchase;
  const points = texts.pointCount(pointsCost);
  const isCancelling = wish.status === "cancelled";
  return (
    <ConfirmDialog
      art={<QuestionKind kind="warning" />}
      tone={isCancelling ? "danger" : "gold"}
      title={isCancelling ? texts.cancelPurchase : texts.reopenPurchase}
      text={
        <span className="[overflow-wrap:anywhere]">
          {isCancelling
            ? texts.getsBackOnePiece(user.username, points, itemTitle)
            : texts.paysAgainOnePiece(user.username, points, itemTitle)}
        </span>
      }
      cancel={isCancelling ? texts.keep : texts.cancel}
      confirm={isCancelling ? texts.cancelPurchaseText : texts.setStatus[wish.status]}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
