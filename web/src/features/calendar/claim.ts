import { useState } from "react";
import { refreshMember } from "@/features/session/actions";
import { recordBalance } from "@/features/wallet/balance";
import { orders } from "@/features/wallet/orders";
import { asFailure, type CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { Day } from "./days";
import { type Calendar, type ClaimAnswer, celebration, withClaim } from "./model";
import { calendarQuery, rereadCalendar } from "./queries";

/** What stands under the button after a press. */
export type ClaimNote =
  | { kind: "claimed"; answer: ClaimAnswer; strength: number }
  | { kind: "info" | "error"; text: string };

/** The press of today, and what came of it. What came of another day's is no longer shown. */
export function useClaim(today: Day): {
  note: ClaimNote | null;
  busy: boolean;
  claim: () => Promise<ClaimNote>;
} {
  const [last, setLast] = useState<{ day: Day; note: ClaimNote } | null>(null);
  const [busy, setBusy] = useState(false);
  const claim = async () => {
    setBusy(true);
    setLast(null);
    try {
      const result = await claimOf(today);
      setLast({ day: today, note: result });
      return result;
    } finally {
      setBusy(false);
    }
  };
  return { note: last?.day === today ? last.note : null, busy, claim };
}

async function claimOf(today: Day): Promise<ClaimNote> {
  try {
    const claimed = await orders.give({ claim: today }, (headers) =>
      answer(api.POST("/api/calendar/claim", { body: {}, headers })),
    );
    recordBalance({ balance: claimed.balance, seq: claimed.seq });
    const known = queryClient.getQueryData<Calendar>(calendarQuery.queryKey);
    if (known !== undefined)
      queryClient.setQueryData(calendarQuery.queryKey, withClaim(known, claimed));
    void rereadCalendar();
    return {
      kind: "claimed",
      answer: claimed,
      strength: celebration(claimed, known?.milestones ?? []),
    };
  } catch (thrown) {
    return afterRefusal(asFailure(thrown));
  }
}

/** What is said after a refusal. The calendar was out of date, or may be. */
async function afterRefusal(failure: CallFailure): Promise<ClaimNote> {
  void refreshMember();
  const reread = rereadCalendar();
  if (failure.error === "already_claimed") {
    // Claimed in another window: the page says so when it shows it.
    await reread;
    return { kind: "info", text: "Today is already claimed. Its points are in your balance." };
  }
  if (failure.isLost) {
    const text =
      "Connection lost. If the claim was taken, today shows as claimed once you are back online.";
    return { kind: "error", text };
  }
  return { kind: "error", text: failure.message };
}
