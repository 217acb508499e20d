import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { canVerify } from "@/features/games/common/fair-draw";
import { Disclosure } from "@/features/games/common/fairness/Disclosure";
import { NoCryptography } from "@/features/games/common/fairness/NoCryptography";
import { useMember } from "@/features/session/store";
import { BrokenSignal } from "@/ui/art/BrokenSignal";
import { buttonClass } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Sheet } from "@/ui/Dialog";
import { momentText } from "@/ui/dates";
import { ErrorState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { asFailure } from "@/wire/failure";
import type { Proof } from "./check-draw";
import { entrantsText, type Giveaway, ticketNumber, ticketsText } from "./model";
import { giveawayQuery, proofQuery, useLiveGiveaway } from "./queries";
import { TicketList } from "./TicketList";

// The verifier is fetched only for a draw that can be verified.
const Recomputed = lazy(() => import("./Recomputed"));

type ProofSheetProps = { giveawayId: string; onClose: () => void };

/** How one giveaway is fair: what it promises before the end, and the whole draw after it. */
export function ProofSheet({ giveawayId, onClose }: ProofSheetProps) {
  const ownerId = useMember()?.id ?? null;
  useLiveGiveaway(giveawayId, ownerId);
  const found = useQuery(giveawayQuery(giveawayId, ownerId));
  // Closed at once, so that a second press cannot go back twice.
  const [isOpen, setOpen] = useState(true);
  return (
    <Sheet
      side="right"
      title="Provably fair"
      open={isOpen}
      onOpenChange={() => {
        setOpen(false);
        onClose();
      }}
    >
      <div className="px-6 pt-1 pb-8">
        {found.data !== undefined ? (
          <Explained giveaway={found.data} />
        ) : found.error === null ? (
          <Loading what="the giveaway" />
        ) : (
          <Failed
            what="The giveaway"
            error={found.error}
            retrying={found.isFetching}
            onRetry={() => void found.refetch()}
          />
        )}
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
      </div>
      {status === "ended" ? <Drawn giveaway={giveaway} /> : <Promised giveaway={giveaway} />}
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
          "Before the first entry we drew a secret seed and published its fingerprint. Another seed would have another fingerprint, so it cannot be exchanged.",
          "Every entry is sealed into a running hash. Note it when you enter: a list rewritten later leads to another one.",
          "At the end the list of tickets is frozen and hashed. Seed and list together pick the ticket; neither we nor an entrant can steer both.",
          "Then seed and list are published here, and your browser works the draw out again.",
        ]}
      />
      <Value name="Fingerprint of the seed" copied="fingerprint of the seed">
        {serverSeedHash}
      </Value>
      <Value name="Running hash of the entries" copied="running hash">
        {chain}
      </Value>
      <p className="-mt-3 text-sm text-muted">
        After {ticketsText(ticketCount)} of {entrantsText(entrantCount)}.
      </p>
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

function Limits() {
  return (
    <Disclosure title="What this does not prove" className="rounded-md border border-line px-4">
      <p className="pb-4 text-sm text-muted">
        Somebody who knew the secret seed could add a last entry, or choose the moment of an early
        end. No screen shows it before the end, and an early end stands on the card for everybody.
      </p>
    </Disclosure>
  );
}

/** After the end: the draw worked out again, and everything it was made of. */
function Drawn({ giveaway }: { giveaway: Giveaway }) {
  const proof = useQuery(proofQuery(giveaway.id));
  return (
    <>
      <Ending giveaway={giveaway} winner={proof.data?.winner ?? null} />
      {proof.data !== undefined ? (
        <Evidence giveaway={giveaway} proof={proof.data} />
      ) : proof.error === null ? (
        <Loading what="the proof" />
      ) : (
        <Failed
          what="The proof"
          error={proof.error}
          retrying={proof.isFetching}
          onRetry={() => void proof.refetch()}
        />
      )}
    </>
  );
}

function Ending({ giveaway, winner }: { giveaway: Giveaway; winner: string | null }) {
  const ended = giveaway.endedAt ?? giveaway.endTime;
  return (
    <p className="text-sm text-muted">
      {giveaway.endedEarly ? "Ended early, on " : "Ended on "}
      <time dateTime={ended}>{momentText(ended)}</time>, with {ticketsText(giveaway.ticketCount)} of{" "}
      {entrantsText(giveaway.entrantCount)}.{" "}
      {giveaway.winner === null ? (
        "There is no winner."
      ) : (
        <>
          The winner is <strong className="text-text">{giveaway.winner.username}</strong>
          {winner !== null && (
            <>
              , account <span className="font-mono text-text">{winner}</span>
            </>
          )}
          .
        </>
      )}
    </p>
  );
}

function Evidence({ giveaway, proof }: { giveaway: Giveaway; proof: Proof }) {
  const pasted = useMemo(() => JSON.stringify({ success: true, proof }, null, 2), [proof]);
  return (
    <>
      {canVerify() ? (
        <Suspense fallback={<Loading what="the verifier" />}>
          <Recomputed giveaway={giveaway} proof={proof} />
        </Suspense>
      ) : (
        <NoCryptography />
      )}
      <Part title="Who had which tickets">
        <TicketList proof={proof} />
        <p className="text-sm text-muted">
          Tickets are counted from 1 here; the proof data counts them from 0.
        </p>
      </Part>
      <Redraws proof={proof} />
      <Part title="What it was made of">
        <Value name="Server seed, revealed" copied="server seed">
          {proof.serverSeed}
        </Value>
        <Value name="Its fingerprint, published before" copied="fingerprint of the seed">
          {giveaway.serverSeedHash}
        </Value>
        <Value name="Client seed: hash of the list" copied="client seed">
          {proof.clientSeed}
        </Value>
        {proof.winnerHash !== null && (
          <Value name="Hash of the draw" copied="hash of the draw">
            {proof.winnerHash}
          </Value>
        )}
        <Value name="Running hash of the entries" copied="running hash">
          {proof.chain}
        </Value>
        {proof.text !== "" && <HashedList text={proof.text} />}
      </Part>
      <Part title="Check it elsewhere">
        <p className="text-sm text-muted">
          Copy the whole proof and paste it into the verifier, or draw from these values with any
          HMAC-SHA256 tool.
        </p>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={pasted} what="proof" labelled />
          <Link to="/fairness" search={{ game: "giveaway" }} className={buttonClass()}>
            Open the verifier
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
    <Disclosure title="The list as it is hashed">
      <pre
        // Scrolls by itself, so it can be reached with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="well max-h-60 overflow-y-auto rounded-md p-3 font-mono text-xs break-all whitespace-pre-wrap"
      >
        {text.slice(0, SHOWN_CHARACTERS)}
      </pre>
      {text.length > SHOWN_CHARACTERS && (
        <p className="pt-2 text-sm text-muted">Its beginning; a copy has all of it.</p>
      )}
      <CopyButton text={text} what="list" labelled />
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

/** Tickets of deleted accounts are forfeited; each time one is drawn the next draw follows. */
function Redraws({ proof: { draws } }: { proof: Proof }) {
  if (draws.length < 2) return null;
  return (
    <Part title="Draws in order">
      <ol className="divide-y divide-line rounded-md border border-line">
        {draws.map(({ redraw, index, accountId, forfeited }) => (
          <li key={redraw} className="flex items-center justify-between gap-4 px-4 py-2.5 text-sm">
            <span>
              Draw {redraw + 1}: ticket {ticketNumber(index)},{" "}
              <span className="font-mono">{accountId}</span>
            </span>
            <span className={forfeited ? "text-muted" : "font-semibold text-win"}>
              {forfeited ? "forfeited" : "stands"}
            </span>
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">
        Tickets of deleted accounts are forfeited. That these accounts were deleted before the draw
        is our word; everything else here can be worked out.
      </p>
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

function Loading({ what }: { what: string }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading {what}</span>
      <Skeleton className="h-16 rounded-md" />
      <Skeleton className="h-40 rounded-md" />
    </div>
  );
}

type FailedProps = { what: string; error: Error; retrying: boolean; onRetry: () => void };

function Failed({ what, error, retrying, onRetry }: FailedProps) {
  return (
    <ErrorState
      art={<BrokenSignal />}
      title={`${what} could not be loaded`}
      message={asFailure(error).message}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}
