import { type Submission, type SubmitFailure, useSubmit } from "@/data/use-submit";
import { refreshMember } from "@/features/session/actions";
import { recordBalance } from "@/features/wallet/balance";
import { memberSubmitter } from "@/features/wallet/submitter";
import { answer, api } from "@/wire/http";
import type { components } from "@/wire/schema";
import { recordEntry, rereadGiveaways } from "./queries";

export type Entered = components["schemas"]["EntryAnswer"];

/** What is asked for: the cost that was shown, and how many tickets at it. */
export type EntryOrder = { entryType: "free" | "paid"; entryCost: number; ticketCount: number };

export type FailedEntry = SubmitFailure<EntryOrder>;

/** Enters one giveaway. */
export function useEntry(giveawayId: string): Submission<EntryOrder, Entered> {
  return useSubmit({
    send: (body: EntryOrder) => {
      const params = { path: { id: giveawayId } };
      return memberSubmitter.submit({ entry: giveawayId, ...body }, (headers) =>
        answer(api.POST("/api/giveaways/{id}/entries", { params, body, headers })),
      );
    },
    onAnswer: ({ updatedUserPoints, seq, giveaway, own }) => {
      recordBalance({ balance: updatedUserPoints, seq });
      recordEntry(giveaway, own);
    },
    // The page was out of date: a new price is shown before it is agreed to.
    onFailure: () => Promise.all([rereadGiveaways(), refreshMember()]),
  });
}
