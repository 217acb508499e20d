import { useSubmit } from "@/data/use-submit";
import { refreshMember } from "@/features/session/actions";
import { recordBalance } from "@/features/wallet/balance";
import { memberSubmitter } from "@/features/wallet/submitter";
import { asFailure, type CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { isOutcomeUnknown, UNKNOWN_OUTCOME } from "@/wire/submit";
import type { Day } from "./days";
import { type Calendar, type ClaimAnswer, celebration, withClaim } from "./model";
import { calendarQuery, rereadCalendar } from "./queries";
import * as texts from "./texts/en";

/** Shown under the button after a claim. */
export type ClaimNote =
  | { kind: "claimed"; answer: ClaimAnswer; strength: number }
  | { kind: "info" | "error"; text: string };

/** Claims today's points. The note of another day is no longer shown. */
export function useClaim(today: Day): {
  note: ClaimNote | null;
  busy: boolean;
  claim: () => Promise<ClaimNote | null>;
} {
  const {
    answer: last,
    isBusy,
    submit,
  } = useSubmit({
    send: async (day: Day) => ({ day, note: await noteOf(day) }),
  });
  const claim = async () => (await submit(today))?.note ?? null;
  const isShown = last?.day === today && !isBusy;
  return { note: isShown ? last.note : null, busy: isBusy, claim };
}

async function noteOf(today: Day): Promise<ClaimNote> {
  try {
    const claimed = await memberSubmitter.submit({ claim: today }, (headers) =>
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
    return noteOfFailure(asFailure(thrown));
  }
}

/** The note after a failure. The calendar was out of date, or may be. */
async function noteOfFailure(failure: CallFailure): Promise<ClaimNote> {
  void refreshMember();
  const reread = rereadCalendar();
  if (failure.error === "already_claimed") {
    // Claimed in another window: the page says so when it shows it.
    await reread;
    return { kind: "info", text: texts.todayAlreadyClaimedPoints };
  }
  const hint = isOutcomeUnknown(failure) ? ` ${UNKNOWN_OUTCOME}` : "";
  return { kind: "error", text: `${failure.message}${hint}` };
}
