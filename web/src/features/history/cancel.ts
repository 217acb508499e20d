import { useRef, useState } from "react";
import { refreshMember } from "@/features/session/actions";
import { orders } from "@/features/wallet/orders";
import { asFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { purchasesQuery, rereadPurchases } from "./queries";

type Cancelling = {
  isDone: boolean;
  /** Why it did not happen, as the server said it. */
  problem: string | null;
  busy: boolean;
  /** Calls the purchase off. Does nothing while it is being done. */
  cancel: () => Promise<void>;
};

/** Calling off one pending purchase: its points come back, the piece goes back on the shelf. */
export function useCancel(id: string): Cancelling {
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);

  const cancel = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    try {
      const params = { path: { id } };
      await orders.give({ cancel: id }, (headers) =>
        answer(api.POST("/api/points-shop/purchases/{id}/cancel", { params, headers })),
      );
      await Promise.all([rereadPurchases(), refreshMember()]);
      setDone(true);
    } catch (thrown) {
      // A call whose answer was lost may have done it; the list says what is true.
      await Promise.all([rereadPurchases(), refreshMember()]);
      const rows = queryClient.getQueryData(purchasesQuery.queryKey) ?? [];
      const isOff = rows.some((row) => row.id === id && row.status === "cancelled");
      if (isOff) setDone(true);
      else setProblem(asFailure(thrown).message);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isDone, problem, busy, cancel };
}
