import { type Submission, useSubmit } from "@/data/use-submit";
import { refreshMember } from "@/features/session/actions";
import { memberSubmitter } from "@/features/wallet/submitter";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { purchasesQuery, rereadPurchases } from "./queries";

/** Cancels a pending purchase: its points come back, the piece is for sale again. */
export function useCancel(id: string): Submission<void, true> {
  return useSubmit({
    send: async () => {
      try {
        const params = { path: { id } };
        await memberSubmitter.submit({ cancel: id }, (headers) =>
          answer(api.POST("/api/points-shop/purchases/{id}/cancel", { params, headers })),
        );
      } catch (thrown) {
        // A call whose answer was lost may have cancelled it, and so may an admin.
        await readAgain();
        if (!isCancelled(id)) throw thrown;
      }
      return true as const;
    },
    onAnswer: readAgain,
  });
}

function readAgain(): Promise<unknown> {
  return Promise.all([rereadPurchases(), refreshMember()]);
}

function isCancelled(id: string): boolean {
  const rows = queryClient.getQueryData(purchasesQuery.queryKey) ?? [];
  return rows.some((row) => row.id === id && row.status === "cancelled");
}
