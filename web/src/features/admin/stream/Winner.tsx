import { ExternalLink, X } from "lucide-react";
import { buttonClass, IconButton } from "@/ui/Button";
import { Fits } from "@/ui/Fits";
import { formatPoints } from "@/ui/format/numbers";
import { ticketNumber } from "@/wire/tickets";
import { type Giveaway, noWinnerText } from "../giveaways/model";
import * as texts from "./texts/en";

/** The winner, large enough for the camera, with the proof that anyone can check. */
export function Winner({ giveaway, onDismiss }: { giveaway: Giveaway; onDismiss: () => void }) {
  const { id, prize, winner, provablyFair, listedTickets } = giveaway;
  const index = provablyFair?.winnerIndex ?? null;
  return (
    <div className="relative min-w-0 rounded-md border border-gold-400/40 bg-gold-400/8 p-4">
      <div role="status">
        <p className="eyebrow">{winner === null ? texts.noWinner : texts.winner}</p>
        {winner === null ? (
          <p className="mt-1 pr-8 text-sm text-muted">{noWinnerText(giveaway)}</p>
        ) : (
          <p
            dir="auto"
            className="mt-1 font-display text-5xl leading-tight font-extrabold text-gold-300"
          >
            <Fits text={winner.username} />
          </p>
        )}
        <p dir="auto" className="mt-1 line-clamp-2 font-semibold [overflow-wrap:anywhere]">
          {prize}
        </p>
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        {index !== null &&
          texts.wonTicket(formatPoints(ticketNumber(index)), formatPoints(listedTickets))}
        <a
          href={`/giveaways?proof=${encodeURIComponent(id)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass("quiet", "sm")}
        >
          <ExternalLink aria-hidden="true" className="size-4" />
          {texts.proof}
          <span className="sr-only">{texts.newTab}</span>
        </a>
      </div>
      <IconButton
        label={texts.dismiss}
        className="absolute top-0.5 right-0.5"
        onClick={() => {
          document.getElementById("giveaway")?.focus({ preventScroll: true });
          onDismiss();
        }}
      >
        <X aria-hidden="true" className="size-4.5" />
      </IconButton>
    </div>
  );
}
