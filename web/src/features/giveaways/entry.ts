import { useRef, useState } from "react";
import { refreshMember } from "@/features/session/actions";
import { recordBalance } from "@/features/wallet/balance";
import { asFailure, type CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { sendMoney } from "@/wire/money";
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
  // Kept as long as the outcome is unknown, so that another try cannot buy the tickets twice.
  const openKey = useRef<string | null>(null);

  const enter = async (order: EntryOrder) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      const done = await sendMoney((fresh) => {
        openKey.current ??= fresh;
        const headers = { "Idempotency-Key": openKey.current };
        const params = { path: { id: giveawayId } };
        return answer(api.POST("/api/giveaways/{id}/entries", { params, body: order, headers }));
      });
      openKey.current = null;
      recordBalance({ balance: done.updatedUserPoints, seq: done.seq });
      recordEntry(done.giveaway, done.own);
      setRefusal(null);
      setEntered(done);
    } catch (thrown) {
      const failure = asFailure(thrown);
      const isUncertain = failure.status < 400 || failure.status >= 500;
      const upToDate = Promise.all([rereadGiveaways(), refreshMember()]);
      if (!isUncertain) {
        openKey.current = null;
        // What was on show was out of date: a new price is shown before it is agreed to.
        await upToDate;
      }
      setRefusal({ failure, order, isUncertain });
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { entered, refusal, busy, enter, forget: () => setRefusal(null) };
}
