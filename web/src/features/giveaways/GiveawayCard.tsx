import { Link } from "@tanstack/react-router";
import { Clock, ShieldCheck, Ticket, Trophy, Users } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useMember } from "@/features/session/store";
import { useSite } from "@/features/site/queries";
import { ChangeList } from "@/ui/ChangeList";
import { cx } from "@/ui/cx";
import { Fits } from "@/ui/Fits";
import { formatMoment } from "@/ui/format/dates";
import { formatTimeLeft } from "@/ui/format/durations";
import { formatPoints } from "@/ui/format/numbers";
import { NumberTicker } from "@/ui/NumberTicker";
import { Coin } from "@/ui/Points";
import { useMinute } from "@/wire/remaining";
import { Countdown } from "./Countdown";
import {
  endedText,
  endOf,
  type Giveaway,
  noWinnerText,
  noWinnerTitle,
  type Phase,
  phaseOf,
} from "./model";
import { TicketFan } from "./TicketArt";
import * as texts from "./texts/en";
import { Held, Way } from "./Way";

type GiveawayCardProps = {
  giveaway: Giveaway;
  /** The member's own tickets. */
  own: number;
  /** The only one: on wide screens its halves stand side by side. */
  isWide: boolean;
  onEnter: () => void;
};

const lit =
  "bg-[radial-gradient(120%_110%_at_85%_0,oklch(.36_.04_78),oklch(.235_.018_330)_45%,oklch(.165_.011_300))]!";
const dim = "bg-[radial-gradient(120%_110%_at_85%_0,oklch(.3_.016_300),oklch(.165_.011_300)_60%)]!";

// The corners where the two halves meet are bitten off, as on a ticket.
const prizeHalf = cx(
  "rounded-t-lg border-b-0",
  "[mask:radial-gradient(circle_at_0_100%,#0000_9px,#000_9.5px)_0_0/51%_100%_no-repeat,radial-gradient(circle_at_100%_100%,#0000_9px,#000_9.5px)_100%_0/51%_100%_no-repeat]",
);
const stubHalf = cx(
  "rounded-b-lg border-t-0",
  "[mask:radial-gradient(circle_at_0_0,#0000_9px,#000_9.5px)_0_0/51%_100%_no-repeat,radial-gradient(circle_at_100%_0,#0000_9px,#000_9.5px)_100%_0/51%_100%_no-repeat]",
);
const widePrizeHalf = cx(
  "lg:rounded-tr-none lg:rounded-l-lg lg:border-r-0 lg:border-b",
  "lg:[mask:radial-gradient(circle_at_100%_0,#0000_9px,#000_9.5px)_0_0/100%_51%_no-repeat,radial-gradient(circle_at_100%_100%,#0000_9px,#000_9.5px)_0_100%/100%_51%_no-repeat]",
);
const wideStubHalf = cx(
  "lg:rounded-bl-none lg:rounded-r-lg lg:border-l-0 lg:border-t",
  "lg:[mask:radial-gradient(circle_at_0_0,#0000_9px,#000_9.5px)_0_0/100%_51%_no-repeat,radial-gradient(circle_at_0_100%,#0000_9px,#000_9.5px)_0_100%/100%_51%_no-repeat]",
);

/** One giveaway as a ticket: the prize, and the stub with the way in. */
export function GiveawayCard({ giveaway, own, isWide, onEnter }: GiveawayCardProps) {
  const id = useId();
  const { status, startTime, endTime } = giveaway;
  const instant = status === "upcoming" ? startTime : endTime;
  const now = useMinute(instant);
  const phase = phaseOf(giveaway, now);
  return (
    <article
      aria-labelledby={id}
      className={cx("flex h-full flex-col", isWide && "lg:grid lg:grid-cols-[1.15fr_1fr]")}
    >
      <div
        className={cx(
          "surface relative isolate flex min-h-60 flex-col overflow-hidden bg-origin-border",
          phase === "ended" ? dim : lit,
          prizeHalf,
          isWide && widePrizeHalf,
          isWide && "lg:min-h-88",
        )}
      >
        <TicketFan
          isLit={phase !== "ended"}
          className={cx("absolute top-0 right-0 -z-10 h-34 sm:h-36", isWide && "lg:h-52")}
        />
        <div className="absolute inset-0 -z-10 bg-linear-to-t from-ink-950 via-ink-950/50 via-35% to-transparent to-65%" />
        <div
          className={cx(
            "mt-auto max-w-[34rem] p-4 pt-24 sm:p-5 sm:pt-26",
            isWide && "lg:p-7 lg:pt-36",
          )}
        >
          <Prize text={giveaway.prize} isWide={isWide} />
          <TimeLeft giveaway={giveaway} phase={phase} now={now} />
        </div>
      </div>
      <div
        className={cx(
          "surface relative flex flex-1 flex-col p-4 sm:p-5",
          "before:absolute before:inset-x-4 before:top-0 before:border-t-2 before:border-dashed before:border-line-strong",
          stubHalf,
          isWide && wideStubHalf,
          isWide &&
            "lg:p-7 lg:before:inset-x-auto lg:before:inset-y-4 lg:before:left-0 lg:before:border-t-0 lg:before:border-l-2",
        )}
      >
        <h3 id={id} className={cx("text-lg [overflow-wrap:anywhere]", isWide && "lg:text-xl")}>
          {giveaway.title}
        </h3>
        <p className="mt-1.5 line-clamp-4 text-sm whitespace-pre-line text-muted [overflow-wrap:anywhere]">
          {giveaway.description}
        </p>
        <ChangeList
          changes={giveaway.changes}
          more={
            <Link
              to="/giveaways"
              search={{ proof: giveaway.id }}
              resetScroll={false}
              className="flex min-h-11 items-center underline decoration-line-strong underline-offset-4"
            >
              {texts.showBeforeAfter}
            </Link>
          }
        />
        <div className="mt-auto pt-5">
          <Counts giveaway={giveaway} />
          <div className="mt-4">
            <Stub giveaway={giveaway} phase={phase} own={own} onEnter={onEnter} />
          </div>
          <ProofLink giveaway={giveaway} />
        </div>
      </div>
    </article>
  );
}

/** The longer the prize is, the smaller it stands. */
function Prize({ text, isWide }: { text: string; isWide: boolean }) {
  const size =
    text.length <= 16
      ? cx("text-3xl sm:text-4xl", isWide && "lg:text-5xl")
      : text.length <= 34
        ? cx("text-2xl sm:text-3xl", isWide && "lg:text-4xl")
        : text.length <= 70
          ? "text-xl sm:text-2xl"
          : "text-lg";
  return (
    <>
      <p className="eyebrow">{texts.prize}</p>
      <p
        className={cx(
          "mt-1 line-clamp-4 font-display font-extrabold text-balance [overflow-wrap:anywhere]",
          size,
        )}
      >
        <Fits text={text} />
      </p>
    </>
  );
}

type TimeLeftProps = { giveaway: Giveaway; phase: Phase; now: number };

function TimeLeft({ giveaway, phase, now }: TimeLeftProps) {
  const instant = phase === "upcoming" ? giveaway.startTime : endOf(giveaway);
  const left = formatTimeLeft(Date.parse(instant) - now);
  const said: Record<Phase, ReactNode> = {
    upcoming: texts.starts(left),
    opening: texts.openingNow,
    active: texts.ends(left),
    closing: texts.drawingWinner,
    ended: endedText(giveaway),
  };
  return (
    <p className="mt-3 flex items-center gap-2 font-semibold">
      <Clock aria-hidden="true" className="size-4 text-muted" />
      <time dateTime={instant} title={formatMoment(instant)}>
        {said[phase]}
      </time>
    </p>
  );
}

function Counts({ giveaway }: { giveaway: Giveaway }) {
  const { entryType, entryCost, ticketCount, entrantCount } = giveaway;
  const needsEmail = useSite()?.features.verifiedEmailRequired === true;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      <li className="inline-flex items-center gap-1.5">
        <Coin className="size-4" />
        {entryType === "free" ? (
          <span>
            <strong className="font-semibold text-text">{texts.freeEntry}</strong>
            {needsEmail && texts.withVerifiedEmail}
          </span>
        ) : (
          <span>
            <strong className="font-semibold text-text">{formatPoints(entryCost)}</strong>
            {texts.perTicket(entryCost)}
          </span>
        )}
      </li>
      <Count icon={<Ticket aria-hidden="true" className="size-4" />} count={ticketCount}>
        {texts.ticketWord(ticketCount)}
      </Count>
      <Count icon={<Users aria-hidden="true" className="size-4" />} count={entrantCount}>
        {texts.entrantWord(entrantCount)}
      </Count>
    </ul>
  );
}

function Count({ icon, count, children }: { icon: ReactNode; count: number; children: string }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      {icon}
      <span>
        <strong className="font-semibold text-text">
          <NumberTicker value={count} format={formatPoints} />
        </strong>{" "}
        {children}
      </span>
    </li>
  );
}

type StubProps = { giveaway: Giveaway; phase: Phase; own: number; onEnter: () => void };

function Stub({ giveaway, phase, own, onEnter }: StubProps) {
  switch (phase) {
    case "active":
      return <Way giveaway={giveaway} own={own} onEnter={onEnter} />;
    case "upcoming":
    case "opening":
      return <Countdown startTime={giveaway.startTime} />;
    case "closing":
      return (
        <div className="flex flex-col gap-3">
          {own > 0 && <Held giveaway={giveaway} own={own} />}
          <p className="well rounded-md px-4 py-3.5 text-sm text-muted">
            {texts.entriesClosedWinnerBeing}
          </p>
        </div>
      );
    case "ended":
      return <Outcome giveaway={giveaway} own={own} />;
  }
}

/** The winner, in the place of the entry form. */
function Outcome({ giveaway, own }: { giveaway: Giveaway; own: number }) {
  const member = useMember();
  const winner = giveaway.winner?.username ?? null;
  const isOwn = winner !== null && winner === member?.username && own > 0;
  return (
    <div className="well flex items-center gap-3 rounded-md px-4 py-3">
      <Trophy
        aria-hidden="true"
        className={cx("size-6 shrink-0", winner === null ? "text-muted" : "text-gold-300")}
      />
      <div className="min-w-0">
        <p className="font-display font-bold [overflow-wrap:anywhere]">
          {winner === null ? noWinnerTitle(giveaway) : isOwn ? texts.youWon : winner}
        </p>
        <p className="text-sm text-muted">
          {winner === null
            ? noWinnerText(giveaway)
            : isOwn
              ? texts.streamerWillTouch
              : texts.hasWon}
        </p>
      </div>
    </div>
  );
}

function ProofLink({ giveaway }: { giveaway: Giveaway }) {
  return (
    <Link
      to="/giveaways"
      search={{ proof: giveaway.id }}
      resetScroll={false}
      aria-label={texts.provablyFair(giveaway.title)}
      className="mt-3 inline-flex min-h-11 items-center gap-2 text-sm font-medium text-muted underline decoration-line-strong underline-offset-4 transition-colors hover:text-text"
    >
      <ShieldCheck aria-hidden="true" className="size-4.5" />
      {texts.provablyFairText}
    </Link>
  );
}
