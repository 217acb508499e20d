import { Link } from "@tanstack/react-router";
import { CircleAlert, WifiOff } from "lucide-react";
import { UnknownOutcome } from "@/data/UnknownOutcome";
import { Disclosure } from "@/features/games/common/fairness/Disclosure";
import { Button, buttonClass } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Points } from "@/ui/Points";
import type { CallFailure } from "@/wire/failure";
import type { View } from "./EntryDialog";
import type { Entered, FailedEntry } from "./entry";
import { Line } from "./Line";
import { chanceText, numbersText, shareText } from "./model";
import { WonTicket } from "./WonTicket";

type SuccessProps = { entered: Entered; isFree: boolean; onClose: () => void };

/** The tickets are bought: which ones, and what they are worth. */
export function successView({ entered, isFree, onClose }: SuccessProps): View {
  const { giveaway, own, firstTicket, ticketCount } = entered;
  return {
    title: "Entry Successful!",
    // The title has said the first half of the server's sentence.
    description: entered.message.replace(/^Entry Successful!\s*/, ""),
    art: <WonTicket title={giveaway.title} first={firstTicket} count={ticketCount} />,
    children: (
      <>
        <dl className="well mt-5 rounded-md px-4 py-1">
          <Line term="Yours">
            {shareText(own, giveaway.ticketCount)}
            <span className="block font-sans text-sm font-normal text-muted">
              chance {chanceText(own, giveaway.ticketCount)} as things stand
            </span>
          </Line>
          {!isFree && (
            <>
              <Line term="Paid">
                <Points amount={entered.totalCost} />
              </Line>
              <Line term="New balance">
                <Points amount={entered.updatedUserPoints} />
              </Line>
            </>
          )}
        </dl>
        <Disclosure title="Proof" className="mt-4 rounded-md border border-line px-4">
          <div className="pb-4">
            <div className="flex items-center justify-between gap-3">
              <h3 className="text-sm">Running hash of the list</h3>
              <CopyButton text={giveaway.chain} what="running hash" />
            </div>
            <p className="font-mono text-xs break-all text-muted">{giveaway.chain}</p>
            <p className="mt-2 text-sm text-muted">
              It seals {numbersText(firstTicket, ticketCount)} into the list. Note it, and after the
              draw you can see that the entries before yours were not rewritten.
            </p>
          </div>
        </Disclosure>
      </>
    ),
    actions: (
      <Button key="done" tone="gold" onClick={onClose}>
        Done
      </Button>
    ),
  };
}

const failedText = "Unable to enter the giveaway. Please try again.";
const connectionText =
  "Unable to connect to the server. Please check your internet connection and try again.";

type RefusedProps = {
  failed: FailedEntry;
  busy: boolean;
  onClose: () => void;
  /** Back to the choice of tickets, null where there is none. */
  onBack: (() => void) | null;
  onRetry: () => void;
};

/** The entry failed, or its outcome is unknown. */
export function refusedView({ failed, busy, onClose, onBack, onRetry }: RefusedProps): View {
  const { failure, isUnknown } = failed;
  const Icon = failure.isLost ? WifiOff : CircleAlert;
  const again = isUnknown ? onRetry : onBack;
  return {
    title: failure.isLost ? "Connection Error" : "Entry Failed",
    description: <span role="alert">{wordsOf(failure)}</span>,
    art: (
      <span className="flex size-14 items-center justify-center rounded-full bg-loss/12 text-loss ring-1 ring-loss/30 ring-inset animate-pop">
        <Icon aria-hidden="true" className="size-7" />
      </span>
    ),
    children: (
      <>
        {isUnknown && <UnknownOutcome className="mt-3" />}
        {failure.error === "email_unverified" && (
          <p className="mt-3 text-sm text-muted">
            Free giveaways are for members with a verified e-mail address. Your account page sends
            you the link.
          </p>
        )}
      </>
    ),
    actions: (
      <>
        <Button key="close" onClick={onClose} disabled={busy}>
          Close
        </Button>
        {failure.error === "email_unverified" ? (
          <Link to="/account" className={buttonClass("gold")}>
            Verify your e-mail
          </Link>
        ) : (
          again !== null && (
            <Button key="again" tone="gold" busy={busy} onClick={again}>
              Try again
            </Button>
          )
        )}
      </>
    ),
  };
}

function wordsOf(failure: CallFailure): string {
  if (failure.isLost) return connectionText;
  return failure.said ?? failedText;
}
