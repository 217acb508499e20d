import { useRef, useState } from "react";
import { refreshMember } from "@/features/session/actions";
import { recordBalance } from "@/features/wallet/balance";
import { orders } from "@/features/wallet/orders";
import { asFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { isUndecided } from "@/wire/orders";
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

  const buy = async (pointsCost: number) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setRefusal(null);
    try {
      const body = { itemId, pointsCost };
      const done = await orders.give({ purchase: body }, (headers) =>
        answer(api.POST("/api/points-shop/purchase", { body, headers })),
      );
      recordBalance({ balance: done.userPoints, seq: done.seq });
      rereadWhenCalm();
      setBought(done);
    } catch (thrown) {
      const failure = asFailure(thrown);
      const isUncertain = isUndecided(failure);
      const upToDate = Promise.all([reread(), refreshMember()]);
      // The page was out of date: the new price is shown before it is agreed to.
      if (!isUncertain) await upToDate;
      setRefusal({ text: refusalText(failure), isUncertain });
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { bought, refusal, busy, buy };
}
