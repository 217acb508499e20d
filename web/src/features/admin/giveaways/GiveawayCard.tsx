import { Link } from "@tanstack/react-router";
import { Check, Clock, Flag, Pencil, Repeat, ShieldCheck, Trophy } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ChangeList } from "@/ui/ChangeList";
import { cx } from "@/ui/cx";
import { formatMoment } from "@/ui/format/dates";
import { formatTimeLeft } from "@/ui/format/durations";
import { formatPoints } from "@/ui/format/numbers";
import { NumberTicker } from "@/ui/NumberTicker";
import { Points } from "@/ui/Points";
import { useMinute } from "@/wire/remaining";
import { ticketNumber } from "@/wire/tickets";
import { useMay } from "../session/rights";
import {
  endedText,
  type Giveaway,
  isFrozen,
  noWinnerText,
  type Phase,
  phaseOf,
  pointsIn,
} from "./model";
import * as texts from "./texts/en";

/** What can be opened for one giveaway. */
export type GiveawayAction = "edit" | "end" | "delete" | "draw" | "repeat" | "oldProof";

type GiveawayCardProps = {
  giveaway: Giveaway;
  onOpen: (action: GiveawayAction, giveaway: Giveaway) => void;
};

/** Everything about one giveaway, and what an admin can do with it. */
export function GiveawayCard({ giveaway, onOpen }: GiveawayCardProps) {
  const titleId = useId();
  const { title, description, prize, status, startTime, endTime } = giveaway;
  const now = useMinute(status === "upcoming" ? startTime : endTime);
  const phase = phaseOf(giveaway, now);
  return (
    <Card className="flex h-full flex-col">
      <article aria-labelledby={titleId} className="flex flex-1 flex-col">
        <header className="p-5 pb-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <StateBadge giveaway={giveaway} phase={phase} />
            <span className="text-sm text-muted tabular-nums">
              <Left giveaway={giveaway} phase={phase} now={now} />
            </span>
          </div>
          <p className="mt-4 line-clamp-2 font-display text-xl font-extrabold text-balance [overflow-wrap:anywhere]">
            {prize}
          </p>
          <h3 id={titleId} className="mt-1.5 font-sans text-base font-semibold tracking-normal">
            <span className="line-clamp-2 [overflow-wrap:anywhere]">{title}</span>
          </h3>
          {description !== "" && (
            <p className="mt-1 line-clamp-2 text-sm whitespace-pre-line text-muted [overflow-wrap:anywhere]">
              {description}
            </p>
          )}
        </header>
        <Counts giveaway={giveaway} />
        {phase === "ended" ? <Outcome giveaway={giveaway} /> : <Facts giveaway={giveaway} />}
        <ChangeList
          changes={giveaway.changes}
          className="mx-5"
          more={
            <Link
              to="/giveaways"
              search={{ proof: giveaway.id }}
              className="flex min-h-11 items-center underline decoration-line-strong underline-offset-4"
            >
              {texts.showBeforeAfter}
            </Link>
          }
        />
        <Actions giveaway={giveaway} phase={phase} onOpen={onOpen} />
      </article>
    </Card>
  );
}

function StateBadge({ giveaway, phase }: { giveaway: Giveaway; phase: Phase }) {
  switch (phase) {
    case "active":
    case "closing":
      return (
        <Badge tone="win">
          <Check aria-hidden="true" className="size-3.5" />
          {texts.active}
        </Badge>
      );
    case "upcoming":
    case "opening":
      return (
        <Badge>
          <Clock aria-hidden="true" className="size-3.5" />
          {texts.upcoming}
        </Badge>
      );
    case "ended":
      return (
        <Badge>
          <Flag aria-hidden="true" className="size-3.5" />
          {endedText(giveaway)}
        </Badge>
      );
  }
}

type LeftProps = { giveaway: Giveaway; phase: Phase; now: number };

function Left({ giveaway, phase, now }: LeftProps) {
  const { startTime, endTime, endedAt } = giveaway;
  const left = (instant: string) => formatTimeLeft(Date.parse(instant) - now);
  switch (phase) {
    case "upcoming":
      return texts.startsText(left(startTime));
    case "opening":
      return texts.openingNow;
    case "active":
      return texts.endsText(left(endTime));
    case "closing":
      return texts.drawingWinner;
    case "ended":
      return <time dateTime={endedAt ?? endTime}>{formatMoment(endedAt ?? endTime)}</time>;
  }
}

function Counts({ giveaway }: { giveaway: Giveaway }) {
  const { entryType, entryCost, ticketCount, entrantCount } = giveaway;
  return (
    <dl className="well mx-5 flex flex-wrap rounded-md text-center">
      <Count term={texts.ticketWord(ticketCount)}>
        <NumberTicker value={ticketCount} format={formatPoints} />
      </Count>
      <Count term={texts.memberWord(entrantCount)}>
        <NumberTicker value={entrantCount} format={formatPoints} />
      </Count>
      {entryType === "free" ? (
        <Count term={texts.entry}>{texts.free}</Count>
      ) : (
        <Count term={texts.atPrice(entryCost)}>
          <Points amount={pointsIn(giveaway)} />
        </Count>
      )}
    </dl>
  );
}

function Count({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-w-fit flex-1 basis-1/4 flex-col-reverse px-2 py-3">
      <dt className="text-xs text-muted [overflow-wrap:anywhere]">{term}</dt>
      <dd className="font-display text-lg font-bold tabular-nums">{children}</dd>
    </div>
  );
}

function Facts({ giveaway: { startTime, endTime } }: { giveaway: Giveaway }) {
  return (
    <dl className="mx-5 mt-2 divide-y divide-line text-sm">
      {[
        { term: texts.starts, at: startTime },
        { term: texts.ends, at: endTime },
      ].map(({ term, at }) => (
        <div key={term} className="flex min-h-11 items-center justify-between gap-6 py-1.5">
          <dt className="text-muted">{term}</dt>
          <dd>
            <time dateTime={at}>{formatMoment(at)}</time>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Outcome({ giveaway }: { giveaway: Giveaway }) {
  const { winner, cancelled, interrupted, provablyFair } = giveaway;
  const index = provablyFair?.winnerIndex ?? null;
  return (
    <div className="mx-5 mt-4 flex items-center gap-3 pb-1">
      <Trophy
        aria-hidden="true"
        className={cx("size-6 shrink-0", winner === null ? "text-muted" : "text-gold-300")}
      />
      <div className="min-w-0">
        <p className="font-display font-bold [overflow-wrap:anywhere]">
          {winner?.username ??
            (cancelled ? texts.cancelled : interrupted ? texts.interrupted : texts.noWinnerText)}
        </p>
        <p className="text-sm text-muted">
          {winner === null || index === null
            ? noWinnerText(giveaway)
            : texts.wonWithTicket(formatPoints(ticketNumber(index)))}
        </p>
      </div>
    </div>
  );
}

type ActionsProps = GiveawayCardProps & { phase: Phase };

/** The names of the buttons end with the giveaway's, so that each says which one it is about. */
function Actions({ giveaway, phase, onOpen }: ActionsProps) {
  // Only who has the backups can tell what a proof must hold.
  const isOwner = useMay("backups", "change");
  const which = <span className="sr-only">: {giveaway.title}</span>;
  const open = (action: GiveawayAction) => () => onOpen(action, giveaway);
  const isOpen = phase === "active" || phase === "upcoming" || phase === "opening";
  return (
    <div className="mt-auto flex flex-wrap items-center gap-2 p-5 pb-4">
      {isOpen && (
        <Button
          size="sm"
          onClick={open("edit")}
          icon={<Pencil aria-hidden="true" className="size-4" />}
        >
          <span>{texts.edit(which)}</span>
        </Button>
      )}
      {phase === "active" && (
        <Button size="sm" tone="ghost" onClick={open("end")}>
          <span>{texts.endEarly(which)}</span>
        </Button>
      )}
      {phase === "ended" && (
        <Button
          size="sm"
          onClick={open("repeat")}
          icon={<Repeat aria-hidden="true" className="size-4" />}
        >
          <span>{texts.repeat(which)}</span>
        </Button>
      )}
      {phase === "ended" && !giveaway.cancelled && !giveaway.interrupted && (
        <Button
          size="sm"
          onClick={open("draw")}
          icon={<ShieldCheck aria-hidden="true" className="size-4" />}
        >
          <span>{texts.provablyFairText(which)}</span>
        </Button>
      )}
      {giveaway.interrupted && isOwner && (
        <Button
          size="sm"
          onClick={open("oldProof")}
          icon={<ShieldCheck aria-hidden="true" className="size-4" />}
        >
          <span>{texts.enterProof(which)}</span>
        </Button>
      )}
      {/* A draw with tickets stays public, and so does a cancelled one that members had entered. */}
      {(giveaway.interrupted || phase !== "ended" || !isFrozen(giveaway)) && (
        <Button size="sm" tone="ghost" className="ml-auto" onClick={open("delete")}>
          <span>{giveaway.interrupted ? texts.refundText(which) : texts.deleteText(which)}</span>
        </Button>
      )}
    </div>
  );
}
