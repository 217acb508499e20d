import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { useId } from "react";
import { buttonClass } from "@/ui/Button";
import { formatCents } from "@/ui/format/dollars";
import { formatTimes } from "@/ui/format/times";
import { type Hunt, hasBegun } from "./model";
import { Result } from "./Result";
import { LiveBadge } from "./StatusBadge";
import * as texts from "./texts/en";

/** The hunt that runs, large: how far it is and how it stands. */
export function LiveHunt({ hunt }: { hunt: Hunt }) {
  const titleId = useId();
  const { id, name, streamerName, openedSlots, totalSlots, profitLoss, highestPayout } = hunt;
  return (
    <section
      aria-labelledby={titleId}
      className="surface relative isolate overflow-hidden rounded-xl px-5 py-6 sm:px-8"
    >
      <div
        aria-hidden="true"
        className="absolute -top-24 left-0 -z-10 h-72 w-full max-w-[36rem] bg-[radial-gradient(closest-side,oklch(.835_.142_86/.16),transparent)]"
      />
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <div className="min-w-0">
          <p className="flex items-center gap-3 text-sm text-muted">
            <LiveBadge />
            {streamerName !== "" && <span className="truncate">{streamerName}</span>}
          </p>
          <h2 id={titleId} className="mt-3 text-2xl [overflow-wrap:anywhere]">
            {name}
          </h2>
          <p className="mt-2 text-muted">
            {texts.ofOpened(
              <span className="font-semibold text-text">{openedSlots}</span>,
              totalSlots,
              hasBegun(hunt) && (
                <>
                  {texts.bestWinAverage(
                    <span className="font-semibold text-text">{formatCents(highestPayout)}</span>,
                    <span className="font-semibold text-text">
                      {formatTimes(hunt.runningAverage)}
                    </span>,
                  )}
                </>
              ),
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4 max-sm:w-full">
          {hasBegun(hunt) && (
            <div>
              <p className="eyebrow">{texts.profitLossShort}</p>
              <Result
                profitLoss={profitLoss}
                ticking
                className="mt-1 font-display text-2xl font-extrabold"
              />
            </div>
          )}
          <Link to="/bonus-hunts/$id" params={{ id }} className={buttonClass("gold", "lg")}>
            {texts.followLive}
            <ArrowRight aria-hidden="true" className="size-5" />
          </Link>
        </div>
      </div>
      <div aria-hidden="true" className="well mt-6 h-2.5 overflow-hidden rounded-full">
        <div
          className="h-full origin-left rounded-full bg-gold-400 transition-transform duration-300"
          style={{ transform: `scaleX(${totalSlots === 0 ? 0 : openedSlots / totalSlots})` }}
        />
      </div>
    </section>
  );
}
