import { type Submission, useSubmit } from "@/data/use-submit";
import { refreshMember } from "@/features/session/actions";
import { recordBalance } from "@/features/wallet/balance";
import { memberSubmitter } from "@/features/wallet/submitter";
import { answer, api } from "@/wire/http";
import type { components } from "@/wire/schema";
import { ownSales, reread, rereadWhenCalm } from "./queries";

export type Bought = components["schemas"]["PurchaseAnswer"];

/** Buys one piece of the item at the price that was shown. */
export function usePurchase(itemId: string): Submission<number, Bought> {
  return useSubmit({
    send: (pointsCost: number) => {
      const body = { itemId, pointsCost };
      ownSales.add(itemId);
      return memberSubmitter.submit({ purchase: body }, (headers) =>
        answer(api.POST("/api/points-shop/purchase", { body, headers })),
      );
    },
    onAnswer: ({ userPoints, seq }) => {
      recordBalance({ balance: userPoints, seq });
      rereadWhenCalm();
    },
    // The page was out of date: the new price is shown before it is agreed to.
    onFailure: ({ isUnknown }) => {
      if (!isUnknown) ownSales.delete(itemId);
      return Promise.all([reread(), refreshMember()]);
    },
  });
}
