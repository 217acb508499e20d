import { useRef, useState } from "react";
import { refreshMember } from "@/features/session/actions";
import { recordBalance } from "@/features/wallet/balance";
import { asFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { sendMoney } from "@/wire/money";
import type { components } from "@/wire/schema";
import { refusalText } from "./model";
import { reread, rereadWhenCalm } from "./queries";

export type Bought = components["schemas"]["PurchaseAnswer"];

export type Refusal = {
  text: string;
  /** Nobody knows whether the server acted. */
  isUncertain: boolean;
};

type Purchase = {
  bought: Bought | null;
  refusal: Refusal | null;
  busy: boolean;
  /** Buys one piece at the price that was shown. Does nothing while one is being bought. */
  buy: (pointsCost: number) => Promise<void>;
};

/** The purchase of one item, and what came of it. */
export function usePurchase(itemId: string): Purchase {
  const [bought, setBought] = useState<Bought | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  // Kept as long as the outcome is unknown, so that another try cannot buy a second piece.
  const openKey = useRef<string | null>(null);

  const buy = async (pointsCost: number) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setRefusal(null);
    try {
      const done = await sendMoney((fresh) => {
        openKey.current ??= fresh;
        const headers = { "Idempotency-Key": openKey.current };
        const body = { itemId, pointsCost };
        return answer(api.POST("/api/points-shop/purchase", { body, headers }));
      });
      openKey.current = null;
      recordBalance({ balance: done.userPoints, seq: done.seq });
      rereadWhenCalm();
      setBought(done);
    } catch (thrown) {
      const failure = asFailure(thrown);
      const isUncertain = failure.status < 400 || failure.status >= 500;
      const upToDate = Promise.all([reread(), refreshMember()]);
      if (!isUncertain) {
        openKey.current = null;
        // What was on show was out of date: the new price is shown before it is agreed to.
        await upToDate;
      }
      setRefusal({ text: refusalText(failure), isUncertain });
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { bought, refusal, busy, buy };
}
