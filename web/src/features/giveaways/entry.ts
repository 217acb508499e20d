import { useRef, useState } from "react";
import { refreshMember } from "@/features/session/actions";
import { recordBalance } from "@/features/wallet/balance";
import { orders } from "@/features/wallet/orders";
import { asFailure, type CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { isUndecided } from "@/wire/orders";
import type { components } from "@/wire/schema";
import { recordEntry, rereadGiveaways } from "./queries";

export type Entered = components["schemas"]["EntryAnswer"];

/** What is asked for: the cost that was shown, and how many tickets at it. */
export type EntryOrder = { entryType: "free" | "paid"; entryCost: number; ticketCount: number };

export type Refusal = {
  failure: CallFailure;
  order: EntryOrder;
  /** Nobody knows whether the server acted. */
  isUncertain: boolean;
};

type Entry = {
  entered: Entered | null;
  refusal: Refusal | null;
  busy: boolean;
  /** Buys the tickets. Does nothing while some are being bought. */
  enter: (order: EntryOrder) => Promise<void>;
  /** Back to the choice, after a refusal. */
  forget: () => void;
};

/** Entering one giveaway, and what came of it. */
export function useEntry(giveawayId: string): Entry {
  const [entered, setEntered] = useState<Entered | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);

  const enter = async (order: EntryOrder) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      const params = { path: { id: giveawayId } };
      const done = await orders.give({ entry: giveawayId, ...order }, (headers) =>
        answer(api.POST("/api/giveaways/{id}/entries", { params, body: order, headers })),
      );
      recordBalance({ balance: done.updatedUserPoints, seq: done.seq });
      recordEntry(done.giveaway, done.own);
      setRefusal(null);
      setEntered(done);
    } catch (thrown) {
      const failure = asFailure(thrown);
      const isUncertain = isUndecided(failure);
      const upToDate = Promise.all([rereadGiveaways(), refreshMember()]);
      // The page was out of date: a new price is shown before it is agreed to.
      if (!isUncertain) await upToDate;
      setRefusal({ failure, order, isUncertain });
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { entered, refusal, busy, enter, forget: () => setRefusal(null) };
}
