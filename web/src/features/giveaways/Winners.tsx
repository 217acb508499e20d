import { Link } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import { useId } from "react";
import { useMember } from "@/features/session/store";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { momentText } from "@/ui/dates";
import { formatPoints } from "@/ui/Points";
import { endedText, endOf, type Giveaway, noWinnerText, noWinnerTitle, ticketsText } from "./model";

type WinnersProps = {
  giveaways: readonly Giveaway[];
  /** The member's own tickets, by giveaway. */
  own: Readonly<Record<string, number>>;
};

/** Who has won lately, each with the proof of the draw. */
export function Winners({ giveaways, own }: WinnersProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-4 flex flex-col gap-4">
      <h2 id={id} className="text-xl">
        Recent Winners
      </h2>
      {giveaways.length === 0 ? (
        <p className="text-sm text-muted">
          Winners will appear here, each with the proof of the draw.
        </p>
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

function Winner({ giveaway, hasOwn }: { giveaway: Giveaway; hasOwn: boolean }) {
  const member = useMember();
  const { id, title, prize, winner, cancelled, listedTickets } = giveaway;
  const ended = endOf(giveaway);
  const isOwn = hasOwn && winner !== null && winner.username === member?.username;
  const index = giveaway.provablyFair?.winnerIndex ?? null;
  return (
    <Card className="flex h-full gap-3.5 p-4">
      <Initials name={winner?.username ?? null} />
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="font-display font-bold [overflow-wrap:anywhere]">
          {winner === null ? noWinnerTitle(giveaway) : winner.username}
          {isOwn && <span className="ml-2 text-sm font-semibold text-win">That is you</span>}
        </p>
        <p className="mt-0.5 line-clamp-2 text-sm [overflow-wrap:anywhere]">{prize}</p>
        <p className="mt-1 line-clamp-2 text-sm text-muted [overflow-wrap:anywhere]">{title}</p>
        <p className="mt-1 text-sm text-muted">
          {winner === null || index === null
            ? noWinnerText(giveaway)
            : `Ticket no. ${formatPoints(index)} of ${ticketsText(listedTickets)}`}
        </p>
        <p className="text-sm text-muted">
          {endedText(giveaway)}, <time dateTime={ended}>{momentText(ended)}</time>
        </p>
        <Link
          to="/giveaways"
          search={{ proof: id }}
          resetScroll={false}
          aria-label={`${cancelled ? "Details" : "Check the draw"}: ${title}`}
          className="mt-auto inline-flex min-h-11 items-center gap-1.5 self-start pt-1 text-sm font-medium text-muted underline decoration-line-strong underline-offset-4 transition-colors hover:text-text"
        >
          <ShieldCheck aria-hidden="true" className="size-4.5" />
          {cancelled ? "Details" : "Check the draw"}
        </Link>
      </div>
    </Card>
  );
}

/** The first letters of a name on a colour of its own. Decorative: the name stands beside it. */
function Initials({ name }: { name: string | null }) {
  const letters = Array.from((name ?? "").replaceAll("*", "")).slice(0, 2);
  const hue = letters.reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 360;
  return (
    <span
      aria-hidden="true"
      className={cx(
        "flex size-12 shrink-0 items-center justify-center rounded-full font-display text-base font-extrabold",
        name === null && "border-2 border-dashed border-ink-600",
      )}
      style={
        name === null
          ? undefined
          : {
              background: `linear-gradient(160deg, oklch(.42 .07 ${hue}), oklch(.27 .045 ${hue}))`,
              color: `oklch(.94 .04 ${hue})`,
            }
      }
    >
      {letters.join("").toUpperCase()}
    </span>
  );
}
