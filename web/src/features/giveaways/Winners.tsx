import { Link } from "@tanstack/react-router";
import { ShieldCheck, Trophy } from "lucide-react";
import { useId } from "react";
import { useMember } from "@/features/session/store";
import { Card } from "@/ui/Card";
import { formatMoment } from "@/ui/format/dates";
import {
  endedText,
  endOf,
  type Giveaway,
  noWinnerText,
  ticketNumber,
  type WonGiveaway,
} from "./model";
import * as texts from "./texts/en";

type WinnersProps = {
  giveaways: readonly WonGiveaway[];
  /** The member's own tickets, by giveaway. */
  own: Readonly<Record<string, number>>;
};

/** The latest winners, each with the proof of the draw. */
export function Winners({ giveaways, own }: WinnersProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-4 flex flex-col gap-4">
      <h2 id={id} className="text-xl">
        {texts.recentWinners}
      </h2>
      {giveaways.length === 0 ? (
        <p className="text-sm text-muted">{texts.winnersWillAppearHere}</p>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {giveaways.map((giveaway) => (
            <li key={giveaway.id} className="min-w-0">
              <Winner giveaway={giveaway} hasOwn={(own[giveaway.id] ?? 0) > 0} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The latest winner, on the page's first screen. */
export function LastWinner({ giveaway: { id, prize, winner } }: { giveaway: WonGiveaway }) {
  return (
    <Link
      to="/giveaways"
      search={{ proof: id }}
      resetScroll={false}
      className="surface -my-2 flex min-h-12 items-center gap-3 rounded-md px-4 py-2.5 text-sm transition-colors hover:bg-ink-850"
    >
      <Trophy aria-hidden="true" className="size-5 shrink-0 text-gold-300" />
      <span className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere]">
        {texts.lastWinner(winner.username, prize)}
      </span>
      <span className="shrink-0 text-muted underline decoration-line-strong underline-offset-4 max-sm:sr-only">
        {texts.checkDraw}
      </span>
    </Link>
  );
}

type WinnerProps = { giveaway: WonGiveaway; hasOwn: boolean };

function Winner({ giveaway, hasOwn }: WinnerProps) {
  const member = useMember();
  const { title, prize, winner, listedTickets } = giveaway;
  const ended = endOf(giveaway);
  const isOwn = hasOwn && winner.username === member?.username;
  const index = giveaway.provablyFair?.winnerIndex ?? null;
  return (
    <Card className="flex h-full gap-3.5 p-4">
      <Initials name={winner.username} />
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="font-display font-bold [overflow-wrap:anywhere]">
          {winner.username}
          {isOwn && <span className="ml-2 text-sm font-semibold text-win">{texts.thatIsYou}</span>}
        </p>
        <p className="mt-0.5 line-clamp-2 text-sm [overflow-wrap:anywhere]">{prize}</p>
        <p className="mt-1 line-clamp-2 text-sm text-muted [overflow-wrap:anywhere]">{title}</p>
        {index !== null && (
          <p className="mt-1 text-sm text-muted">
            {texts.ticketNo(ticketNumber(index), listedTickets)}
          </p>
        )}
        <p className="text-sm text-muted">
          {endedText(giveaway)}, <time dateTime={ended}>{formatMoment(ended)}</time>
        </p>
        <DetailsLink giveaway={giveaway} text={texts.checkDraw} />
      </div>
    </Card>
  );
}

function DetailsLink({ giveaway: { id, title }, text }: { giveaway: Giveaway; text: string }) {
  return (
    <Link
      to="/giveaways"
      search={{ proof: id }}
      resetScroll={false}
      aria-label={`${text}: ${title}`}
      className="mt-auto inline-flex min-h-11 items-center gap-1.5 self-start pt-1 text-sm font-medium text-muted underline decoration-line-strong underline-offset-4 transition-colors hover:text-text"
    >
      <ShieldCheck aria-hidden="true" className="size-4.5" />
      {text}
    </Link>
  );
}

/** Giveaways that an admin cancelled while they ran; they stay visible. Nothing where there are none. */
export function Cancelled({ giveaways }: { giveaways: readonly Giveaway[] }) {
  const id = useId();
  if (giveaways.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-4 flex flex-col gap-4">
      <h2 id={id} className="text-xl">
        {texts.cancelled}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {giveaways.map((giveaway) => (
          <li key={giveaway.id} className="min-w-0">
            <Card className="flex h-full flex-col p-4">
              <p className="font-display font-bold [overflow-wrap:anywhere]">{giveaway.title}</p>
              <p className="mt-0.5 line-clamp-2 text-sm [overflow-wrap:anywhere]">
                {giveaway.prize}
              </p>
              <p className="mt-1 text-sm text-muted">{noWinnerText(giveaway)}</p>
              <p className="text-sm text-muted">
                {endedText(giveaway)},{" "}
                <time dateTime={endOf(giveaway)}>{formatMoment(endOf(giveaway))}</time>
              </p>
              <DetailsLink giveaway={giveaway} text={texts.details} />
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first letters of a name on a colour of its own. Decorative: the name stands beside it. */
function Initials({ name }: { name: string }) {
  const letters = Array.from(name.replaceAll("*", "")).slice(0, 2);
  const hue = letters.reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 360;
  return (
    <span
      aria-hidden="true"
      className="flex size-12 shrink-0 items-center justify-center rounded-full font-display text-base font-extrabold"
      style={{
        background: `linear-gradient(160deg, oklch(.42 .07 ${hue}), oklch(.27 .045 ${hue}))`,
        color: `oklch(.94 .04 ${hue})`,
      }}
    >
      {letters.join("").toUpperCase()}
    </span>
  );
}
