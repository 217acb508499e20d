import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { canVerify } from "@/features/games/common/fair-draw";
import { Disclosure } from "@/features/games/common/fairness/Disclosure";
import { NoCryptography } from "@/features/games/common/fairness/NoCryptography";
import { useMember } from "@/features/session/store";
import { buttonClass } from "@/ui/Button";
import { ChangeList } from "@/ui/ChangeList";
import { CopyButton } from "@/ui/CopyButton";
import { Sheet } from "@/ui/Dialog";
import { formatMoment } from "@/ui/format/dates";
import { Skeleton } from "@/ui/Skeleton";
import type { Proof } from "./check-draw";
import { endOf, type Giveaway, noWinnerText, ticketNumber } from "./model";
import { proofQuery, useGiveaway } from "./queries";
import { TicketList } from "./TicketList";
import * as texts from "./texts/proof.en";

// The verifier is fetched only for a draw that can be verified.
const Recomputed = lazy(() => import("./Recomputed"));

type ProofSheetProps = { giveawayId: string; onClose: () => void };

/** How one giveaway is fair: what it promises before the end, and the whole draw after it. */
export function ProofSheet({ giveawayId, onClose }: ProofSheetProps) {
  const ownerId = useMember()?.id ?? null;
  const found = useGiveaway(giveawayId, ownerId);
  // Closed at once, so that a second press cannot go back twice.
  const [isOpen, setOpen] = useState(true);
  return (
    <Sheet
      side="right"
      title={texts.provablyFairText}
      isInAddress
      open={isOpen}
      onOpenChange={() => {
        setOpen(false);
        onClose();
      }}
    >
      <div className="px-6 pt-1 pb-8">
        <QueryView
          query={found}
          what={texts.theGiveaway}
          loading={<Loading text={texts.loadingGiveaway} />}
          failedAs="bare"
        >
          {(giveaway) => <Explained giveaway={giveaway} />}
        </QueryView>
      </div>
    </Sheet>
  );
}

function Explained({ giveaway }: { giveaway: Giveaway }) {
  const { title, prize, status } = giveaway;
  return (
    <div className="flex flex-col gap-6">
      <div>
        <p className="font-display text-xl font-extrabold text-balance [overflow-wrap:anywhere]">
          {prize}
        </p>
        <p className="mt-1 text-muted [overflow-wrap:anywhere]">{title}</p>
        <ChangeList changes={giveaway.changes} />
      </div>
      {giveaway.interrupted ? (
        <p className="text-sm text-muted">{noWinnerText(giveaway)}</p>
      ) : giveaway.cancelled ? (
        <Cancelled giveaway={giveaway} />
      ) : status === "ended" ? (
        <Drawn giveaway={giveaway} />
      ) : (
        <Promised giveaway={giveaway} />
      )}
    </div>
  );
}

/** Before the end: what is committed to already, and what will follow from it. */
function Promised({ giveaway }: { giveaway: Giveaway }) {
  const { serverSeedHash, chain, ticketCount, entrantCount } = giveaway;
  return (
    <>
      <Steps
        steps={[
          texts.beforeFirstEntrySite,
          texts.eachEntryChangesRunning,
          texts.endListTicketsFrozen,
          texts.thenSeedListPublished,
        ]}
      />
      <Value name={texts.fingerprintOfTheSeed} copied={texts.fingerprintSeed}>
        {serverSeedHash}
      </Value>
      <Value name={texts.runningHashOfTheEntries} copied={texts.runningHash}>
        {chain}
      </Value>
      <p className="-mt-3 text-sm text-muted">{texts.after(ticketCount, entrantCount)}</p>
      <Limits />
    </>
  );
}

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="flex flex-col gap-3">
      {steps.map((step, place) => (
        <li key={step} className="flex gap-3 text-sm text-muted">
          <span
            aria-hidden="true"
            className="flex size-6 shrink-0 items-center justify-center rounded-full bg-ink-800 text-xs font-bold text-text"
          >
            {place + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}

/** What a draw proves, and what it does not: the same words before and after it. */
function Limits() {
  return (
    <>
      <Part title={texts.whatProves}>
        <p className="text-sm text-muted">{texts.siteCommittedSeedBefore}</p>
      </Part>
      <Part title={texts.whatDoesNotProve}>
        <ul className="flex list-disc flex-col gap-2 pl-5 text-sm text-muted">
          <li>{texts.someoneWhoKnowsSecret}</li>
          <li>{texts.ticketsDeletedDeactivatedAccounts}</li>
          <li>{texts.adminCanCancelGiveaway}</li>
          <li>{texts.eachAccountBelongsDifferent}</li>
        </ul>
      </Part>
    </>
  );
}

/** Deleted by an admin while it ran: there is no draw to prove. */
function Cancelled({ giveaway }: { giveaway: Giveaway }) {
  const cancelled = endOf(giveaway);
  return (
    <p className="text-sm text-muted">
      {texts.cancelledAdminSecretSeed(
        <time dateTime={cancelled}>{formatMoment(cancelled)}</time>,
        giveaway.ticketCount,
        giveaway.entrantCount,
        noWinnerText(giveaway),
      )}
    </p>
  );
}

/** After the end: the draw worked out again, and everything it was made of. */
function Drawn({ giveaway }: { giveaway: Giveaway }) {
  const proof = useQuery(proofQuery(giveaway.id));
  return (
    <>
      <Ending giveaway={giveaway} winner={proof.data?.winner ?? null} />
      <QueryView
        query={proof}
        what={texts.theProof}
        loading={<Loading text={texts.loadingProof} />}
        failedAs="bare"
      >
        {(known) => <Evidence giveaway={giveaway} proof={known} />}
      </QueryView>
    </>
  );
}

function Ending({ giveaway, winner }: { giveaway: Giveaway; winner: string | null }) {
  const ended = endOf(giveaway);
  const ending = {
    isEarly: giveaway.endedEarly,
    at: <time dateTime={ended}>{formatMoment(ended)}</time>,
    listedTickets: giveaway.listedTickets,
  };
  return (
    <p className="text-sm text-muted">
      {giveaway.winner === null
        ? texts.endedWithoutWinner(ending)
        : texts.endedWithWinner(
            ending,
            <strong className="text-text">{giveaway.winner.username}</strong>,
            winner === null ? null : <span className="font-mono text-text">{winner}</span>,
          )}
    </p>
  );
}

function Evidence({ giveaway, proof }: { giveaway: Giveaway; proof: Proof }) {
  const pasted = useMemo(() => JSON.stringify({ success: true, proof }, null, 2), [proof]);
  return (
    <>
      {canVerify() ? (
        <Suspense fallback={<Loading text={texts.loadingVerifier} />}>
          <Recomputed giveaway={giveaway} proof={proof} />
        </Suspense>
      ) : (
        <NoCryptography />
      )}
      <Part title={texts.whoHadWhichTickets}>
        <TicketList proof={proof} />
        <p className="text-sm text-muted">{texts.ticketsCountedFrom1}</p>
      </Part>
      <Redraws proof={proof} />
      <Part title={texts.inputs}>
        <Value name={texts.serverSeedRevealed} copied={texts.serverSeed}>
          {proof.serverSeed}
        </Value>
        <Value name={texts.itsFingerprintPublishedBefore} copied={texts.fingerprintSeed}>
          {giveaway.serverSeedHash}
        </Value>
        <Value name={texts.clientSeedHashOfThe} copied={texts.clientSeed}>
          {proof.clientSeed}
        </Value>
        {proof.winnerHash !== null && (
          <Value name={texts.hashDrawText} copied={texts.hashDraw}>
            {proof.winnerHash}
          </Value>
        )}
        <Value name={texts.runningHashOfTheEntries} copied={texts.runningHash}>
          {proof.chain}
        </Value>
        {proof.text !== "" && <HashedList text={proof.text} />}
      </Part>
      <Part title={texts.checkElsewhere}>
        <p className="text-sm text-muted">{texts.copyWholeProofPaste}</p>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={pasted} what={texts.proof} labelled />
          <Link to="/fairness" search={{ game: "giveaway" }} className={buttonClass()}>
            {texts.openVerifier}
          </Link>
        </div>
      </Part>
      <Limits />
    </>
  );
}

/** A browser takes its time with longer texts. */
const SHOWN_CHARACTERS = 100_000;

function HashedList({ text }: { text: string }) {
  return (
    <Disclosure title={texts.listHashed}>
      <pre
        // Scrolls by itself, so it can be reached with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="well max-h-60 overflow-y-auto rounded-md p-3 font-mono text-xs break-all whitespace-pre-wrap"
      >
        {text.slice(0, SHOWN_CHARACTERS)}
      </pre>
      {text.length > SHOWN_CHARACTERS && (
        <p className="pt-2 text-sm text-muted">{texts.beginningCopyHasAll}</p>
      )}
      <CopyButton text={text} what={texts.list} labelled />
    </Disclosure>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  );
}

/** Tickets of deleted and deactivated accounts can't win; each time one is drawn the next draw follows. */
function Redraws({ proof: { draws } }: { proof: Proof }) {
  if (!draws.some(({ forfeited }) => forfeited)) return null;
  return (
    <Part title={texts.drawsOrder}>
      <ol className="divide-y divide-line rounded-md border border-line">
        {draws.map(({ redraw, index, accountId, forfeited, forfeitReason }) => (
          <li key={redraw} className="flex items-center justify-between gap-4 px-4 py-2.5 text-sm">
            <span>
              {texts.drawTicket(
                redraw + 1,
                ticketNumber(index),
                <span className="font-mono">{accountId}</span>,
              )}
            </span>
            <span className={forfeited ? "text-muted" : "font-semibold text-win"}>
              {forfeited ? texts.forfeited[forfeitReason ?? "deleted"] : texts.wins}
            </span>
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">{texts.ticketsAccountsWereDeleted}</p>
    </Part>
  );
}

type ValueProps = { name: string; copied: string; children: string };

function Value({ name, copied, children }: ValueProps) {
  return (
    <div className="rounded-md border border-line bg-ink-850 py-1 pr-1 pl-4">
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm font-medium">{name}</p>
        <CopyButton text={children} what={copied} />
      </div>
      <p className="-mt-1 pr-3 pb-2.5 font-mono text-xs break-all text-muted">{children}</p>
    </div>
  );
}

function Loading({ text }: { text: string }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{text}</span>
      <Skeleton className="h-16 rounded-md" />
      <Skeleton className="h-40 rounded-md" />
    </div>
  );
}
