import { formatCount, plural } from "@/ui/format/words";
import { asFailure, CallFailure } from "@/wire/failure";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import { type Giveaway, isFrozen, pointsIn } from "./model";
import { deleteGiveaway, endGiveaway } from "./queries";

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
      title="End this giveaway early?"
      text={drawText(giveaway)}
      confirm="End Early"
      tone="danger"
      onConfirm={async () => {
        const said = await worded("end", () => endGiveaway(id));
        onDone(`${title}: ${said}.`);
      }}
      onClose={onClose}
    >
      <p className="mt-3 text-sm text-muted">
        It cannot be opened again, and everybody is shown that an admin has ended it early.
      </p>
    </ConfirmDialog>
  );
}

function drawText(giveaway: Giveaway): string {
  const { title, ticketCount, entrantCount } = giveaway;
  if (!isFrozen(giveaway)) return `Nobody has entered “${title}” yet: it ends without a winner.`;
  return ticketCount === 0
    ? `Every account with tickets was deleted: “${title}” ends without a winner.`
    : `The winner of “${title}” is drawn at once from ${formatCount(ticketCount, "ticket")} of ${formatCount(entrantCount, "member")}.`;
}

/** Asks before a giveaway is deleted: members get their points back, a proof stays. */
export function DeleteQuestion({ giveaway, onClose, onDone }: QuestionProps) {
  const { id, title, status } = giveaway;
  return (
    <ConfirmDialog
      title="Delete this giveaway?"
      text={
        status === "ended"
          ? `“${title}” disappears from every list. Nobody had a ticket.`
          : status === "active"
            ? `“${title}” stays on the public page as cancelled, without a winner. ${refundText(giveaway)}`
            : `“${title}” disappears from the site at once. ${refundText(giveaway)}`
      }
      confirm="Delete"
      tone="danger"
      onConfirm={async () => onDone(await worded("delete", () => deleteGiveaway(id)))}
      onClose={onClose}
    >
      <p className="mt-3 text-sm text-muted">This cannot be undone.</p>
    </ConfirmDialog>
  );
}

function refundText(giveaway: Giveaway): string {
  const points = pointsIn(giveaway);
  if (!isFrozen(giveaway)) return "Nobody has entered yet.";
  if (giveaway.ticketCount === 0) return "Every account with tickets was deleted.";
  return points === 0
    ? `The tickets of ${formatCount(giveaway.entrantCount, "member")} are void; nobody has paid for them.`
    : `Every ticket is refunded: ${formatCount(points, "point")} ${plural(points, "goes", "go")} back to ${formatCount(giveaway.entrantCount, "member")}.`;
}

const busyWords = { end: "ending", delete: "deleting" } as const;

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
      message: isSaid
        ? `Failed to ${what} giveaway: ${failure.said}`
        : `Error ${busyWords[what]} giveaway. Please try again.`,
    });
  }
}
