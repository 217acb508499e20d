import { ConfirmDialog } from "@/data/ConfirmDialog";
import { asFailure, CallFailure } from "@/wire/failure";
import { type Giveaway, isFrozen, pointsIn } from "./model";
import { deleteGiveaway, endGiveaway } from "./queries";
import * as texts from "./texts/en";

type QuestionProps = {
  giveaway: Giveaway;
  onClose: () => void;
  /** It is done. */
  onDone: (text: string) => void;
};

/** Asks before an active giveaway is ended ahead of its time. */
export function EndQuestion({ giveaway, onClose, onDone }: QuestionProps) {
  const { id, title } = giveaway;
  return (
    <ConfirmDialog
      title={texts.endGiveawayEarly}
      text={drawText(giveaway)}
      confirm={texts.endEarlyText}
      tone="danger"
      onConfirm={async () => {
        const said = await worded("end", () => endGiveaway(id));
        onDone(`${title}: ${said}.`);
      }}
      onClose={onClose}
    >
      <p className="mt-3 text-sm text-muted">{texts.cannotOpenedAgainEveryone}</p>
    </ConfirmDialog>
  );
}

function drawText(giveaway: Giveaway): string {
  const { title, ticketCount, entrantCount } = giveaway;
  if (!isFrozen(giveaway)) return texts.nobodyHasEnteredYet(title);
  return ticketCount === 0
    ? texts.everyAccountTicketsWasDeleted(title)
    : texts.winnerDrawnOnceFrom(title, ticketCount, entrantCount);
}

const deleting = { title: texts.deleteGiveaway, confirm: texts.textDelete };
const cancelling = {
  title: texts.cancelThisGiveaway,
  confirm: texts.cancelAndRefund,
  cancel: texts.keepItRunning,
};

type DeleteQuestionProps = QuestionProps & {
  /** On the stream page it is called what it is there: cancelling. */
  isCancelling?: boolean;
};

/** Asks before a giveaway is deleted: members get their points back, a proof stays. */
export function DeleteQuestion(props: DeleteQuestionProps) {
  const { giveaway, isCancelling = false, onClose, onDone } = props;
  const { id, title, status } = giveaway;
  return (
    <ConfirmDialog
      {...(isCancelling ? cancelling : deleting)}
      text={
        status === "ended"
          ? texts.disappearsFromEveryList(title)
          : status === "active"
            ? texts.staysCancelled(title, refundText(giveaway))
            : texts.disappearsFromSite(title, refundText(giveaway))
      }
      tone="danger"
      onConfirm={async () => onDone(await worded("delete", () => deleteGiveaway(id)))}
      onClose={onClose}
    >
      <p className="mt-3 text-sm text-muted">{texts.cannotUndone}</p>
    </ConfirmDialog>
  );
}

function refundText(giveaway: Giveaway): string {
  const points = pointsIn(giveaway);
  if (!isFrozen(giveaway)) return texts.nobodyHasEnteredYetText;
  if (giveaway.ticketCount === 0) return texts.everyAccountTicketsWasText;
  return points === 0
    ? texts.ticketsVoidNobodyHas(giveaway.entrantCount)
    : texts.everyTicketRefundedBack(points, points, giveaway.entrantCount);
}

const refusals = {
  end: { failed: texts.endFailed, error: texts.endError },
  delete: { failed: texts.deleteFailed, error: texts.deleteError },
};

/**
 * Does it, and words a refusal.
 * @throws {CallFailure}
 */
async function worded(what: "end" | "delete", act: () => Promise<string>): Promise<string> {
  try {
    return await act();
  } catch (thrown) {
    const failure = asFailure(thrown);
    const isSaid = failure.said !== null && failure.status < 500;
    throw new CallFailure({
      error: failure.error,
      status: failure.status,
      message: isSaid ? refusals[what].failed(failure.said) : refusals[what].error,
    });
  }
}
