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
import * as texts from "./texts/en";
import { WonTicket } from "./WonTicket";

type SuccessProps = { entered: Entered; isFree: boolean; onClose: () => void };

/** The tickets are bought: which ones, and what they are worth. */
export function successView({ entered, isFree, onClose }: SuccessProps): View {
  const { giveaway, own, firstTicket, ticketCount } = entered;
  return {
    title: texts.entrySuccessful,
    // The title has said the first half of the server's sentence.
    description: entered.message.replace(/^Entry Successful!\s*/, ""),
    art: <WonTicket title={giveaway.title} first={firstTicket} count={ticketCount} />,
    children: (
      <>
        <dl className="well mt-5 rounded-md px-4 py-1">
          <Line term={texts.yours}>
            {shareText(own, giveaway.ticketCount)}
            <span className="block font-sans text-sm font-normal text-muted">
              {texts.chanceThingsStand(chanceText(own, giveaway.ticketCount))}
            </span>
          </Line>
          {!isFree && (
            <>
              <Line term={texts.paid}>
                <Points amount={entered.totalCost} />
              </Line>
              <Line term={texts.newBalance}>
                <Points amount={entered.updatedUserPoints} />
              </Line>
            </>
          )}
        </dl>
        <Disclosure title={texts.proof} className="mt-4 rounded-md border border-line px-4">
          <div className="pb-4">
            <div className="flex items-center justify-between gap-3">
              <h3 className="text-sm">{texts.runningHashList}</h3>
              <CopyButton text={giveaway.chain} what={texts.runningHash} />
            </div>
            <p className="font-mono text-xs break-all text-muted">{giveaway.chain}</p>
            <p className="mt-2 text-sm text-muted">
              {texts.sealsIntoListNote(numbersText(firstTicket, ticketCount))}
            </p>
          </div>
        </Disclosure>
      </>
    ),
    actions: (
      <Button key="done" tone="gold" onClick={onClose}>
        {texts.done}
      </Button>
    ),
  };
}

const failedText = texts.unableEnterGiveawayPlease;
const connectionText = texts.unableConnectServerPlease;

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
    title: titleOf(failure),
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
          <p className="mt-3 text-sm text-muted">{texts.freeGiveawaysMembersVerified}</p>
        )}
      </>
    ),
    actions: (
      <>
        <Button key="close" onClick={onClose} disabled={busy}>
          {texts.close}
        </Button>
        {failure.error === "email_unverified" ? (
          <Link to="/account" className={buttonClass("gold")}>
            {texts.verifyEMail}
          </Link>
        ) : (
          again !== null && (
            <Button key="again" tone="gold" busy={busy} onClick={again}>
              {texts.tryAgain}
            </Button>
          )
        )}
      </>
    ),
  };
}

function titleOf(failure: CallFailure): string {
  if (failure.isLost) return texts.connectionError;
  return failure.error === "email_unverified" ? texts.confirmFirst : texts.entryFailed;
}

function wordsOf(failure: CallFailure): string {
  if (failure.isLost) return connectionText;
  return failure.said ?? failedText;
}
