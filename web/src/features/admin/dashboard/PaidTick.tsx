import { ConfirmDialog } from "@/data/ConfirmDialog";
import { useSubmit } from "@/data/use-submit";
import { Checkbox } from "@/ui/Checkbox";
import { formatDay, formatMoment, formatMonth } from "@/ui/format/dates";
import { formatDollars } from "@/ui/format/dollars";
import { Spinner } from "@/ui/Spinner";
import { toast } from "@/ui/toast";
import { isChangeUnknown, UNKNOWN_CHANGE } from "@/wire/submit";
import { QuestionKind } from "../shell/QuestionKind";
import type { Winner } from "./months";
import * as texts from "./texts/en";
import type { Payouts, Withdrawal } from "./use-payouts";

type PaidTickProps = { winner: Winner; payouts: Payouts };

/** Whether a prize is paid, as the server has it; since when stands beside it. */
export function PaidTick({ winner, payouts }: PaidTickProps) {
  const { username, prize, paidAt } = winner;
  const { isBusy, submit } = useSubmit<void, void>({
    send: () => payouts.tick(winner),
    onFailure: ({ failure }) =>
      toast({
        tone: "error",
        text: texts.notMarkedPaid(username, failure.message),
        ...(isChangeUnknown(failure) && { description: UNKNOWN_CHANGE }),
      }),
  });
  return (
    <Checkbox
      checked={paidAt !== null}
      // It stays on while its answer is on its way: what is off loses the focus.
      aria-busy={isBusy}
      onChange={() => {
        if (isBusy) return;
        if (paidAt === null) void submit();
        else payouts.withdraw(winner);
      }}
      {...(paidAt !== null && { title: texts.paidText(formatMoment(paidAt)) })}
      label={
        <>
          <span className="sr-only">{texts.paidNamed(username, formatDollars(prize))}</span>
          {isBusy ? (
            <Spinner className="size-4.5" />
          ) : (
            paidAt !== null && (
              <time dateTime={paidAt} className="whitespace-nowrap max-lg:sr-only">
                {" "}
                {formatDay(paidAt)}
              </time>
            )
          )}
        </>
      }
    />
  );
}

/** Asks before a prize counts as not paid again: members have seen that it was. */
export function WithdrawalDialog({ of, onClose }: { of: Withdrawal; onClose: () => void }) {
  const { month, winner, run } = of;
  return (
    <ConfirmDialog
      art={<QuestionKind kind="warning" />}
      title={texts.unmarkQuestion(winner.username)}
      text={texts.prizeRankShownEveryone(
        formatDollars(winner.prize),
        winner.rank,
        formatMonth(month),
      )}
      confirm={texts.unmark}
      onConfirm={run}
      onClose={onClose}
    />
  );
}
