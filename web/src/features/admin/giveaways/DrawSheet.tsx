import { ExternalLink } from "lucide-react";
import { buttonClass } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Sheet } from "@/ui/Dialog";
import { formatMoment } from "@/ui/format/dates";
import { formatPoints } from "@/ui/format/numbers";
import { ticketNumber } from "@/wire/tickets";
import { type Giveaway, noWinnerText } from "./model";
import * as texts from "./texts/en";

/** How a giveaway that has ended was drawn: seeds, hashes and the ticket, as everyone may see them. */
export function DrawSheet({ giveaway, onClose }: { giveaway: Giveaway; onClose: () => void }) {
  const { id, prize, title, winner, provablyFair, serverSeedHash, chain } = giveaway;
  const { listedTickets, endedAt, endTime, endedEarly } = giveaway;
  const index = provablyFair?.winnerIndex ?? null;
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.provablyFair}
      side="right"
    >
      <div className="flex flex-col gap-5 px-6 pt-1 pb-8">
        <div>
          <p className="font-display text-xl font-extrabold text-balance [overflow-wrap:anywhere]">
            {prize}
          </p>
          <p className="mt-1 text-muted [overflow-wrap:anywhere]">{title}</p>
        </div>
        <p className="well rounded-md px-4 py-3 text-sm [overflow-wrap:anywhere]">
          {winner === null || index === null ? (
            <>
              <strong className="font-semibold">{texts.noWinner}</strong> {noWinnerText(giveaway)}
            </>
          ) : (
            <>
              {texts.hasWonTicketNo(
                <strong className="font-semibold">{winner.username}</strong>,
                formatPoints(ticketNumber(index)),
                listedTickets,
              )}
            </>
          )}{" "}
          <span className="text-muted">
            {endedEarly ? texts.endedEarlyAdmin : texts.ended} {formatMoment(endedAt ?? endTime)}.
          </span>
        </p>
        <dl className="flex flex-col divide-y divide-line border-y border-line">
          <Value name={texts.serverSeed}>{provablyFair?.serverSeed ?? null}</Value>
          <Value name={texts.itsFingerprintShownFromThe}>{serverSeedHash}</Value>
          <Value name={texts.clientSeedTheHashOf}>{provablyFair?.clientSeed ?? null}</Value>
          <Value name={texts.runningHashOfTheEntries}>{chain}</Value>
          <Value name={texts.winnerHash}>{provablyFair?.winnerHash ?? null}</Value>
          <Value name={texts.winnerIndexFrom0}>{index === null ? null : String(index)}</Value>
        </dl>
        <div>
          <a
            href={`/giveaways?proof=${encodeURIComponent(id)}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass("gold")}
          >
            <ExternalLink aria-hidden="true" className="size-4.5" />
            {texts.openPublicProof}
            <span className="sr-only">{texts.newTab}</span>
          </a>
          <p className="mt-3 text-sm text-muted">{texts.thereAnybodyCanWork}</p>
        </div>
      </div>
    </Sheet>
  );
}

function Value({ name, children }: { name: string; children: string | null }) {
  return (
    <div className="py-2">
      <dt className="flex min-h-11 items-center justify-between gap-3 text-sm font-medium">
        {name}
        {children !== null && <CopyButton text={children} what={name} />}
      </dt>
      <dd className="font-mono text-xs break-all text-muted">{children ?? texts.none}</dd>
    </div>
  );
}
