import { Link } from "@tanstack/react-router";
import { Check, LogIn } from "lucide-react";
import { useMember } from "@/features/session/store";
import { useBalance } from "@/features/wallet/balance";
import { Button, buttonClass } from "@/ui/Button";
import { formatPoints } from "@/ui/Points";
import { chanceText, type Giveaway, shareText, type WayIn, wayIn } from "./model";
import { TicketMark } from "./TicketArt";

type WayProps = { giveaway: Giveaway; own: number; onEnter: () => void };

/** What can be done about an active giveaway: the way in, or what one already has. */
export function Way({ giveaway, own, onEnter }: WayProps) {
  const member = useMember();
  const balance = useBalance();
  const way = wayIn(giveaway, member === null ? null : { isActive: member.isActive, balance });
  if (own === 0) return <Enter giveaway={giveaway} way={way} onEnter={onEnter} />;
  return (
    <div className="flex flex-col gap-3">
      <Held giveaway={giveaway} own={own} />
      {giveaway.entryType === "paid" && <BuyMore giveaway={giveaway} way={way} onEnter={onEnter} />}
    </div>
  );
}

type EnterProps = { giveaway: Giveaway; way: WayIn; onEnter: () => void };

function Enter({ giveaway, way, onEnter }: EnterProps) {
  switch (way.kind) {
    case "login":
      return (
        <Link
          to="/login"
          search={{ redirect: "/giveaways" }}
          aria-label={`Login to Enter: ${giveaway.title}`}
          className={`${buttonClass("gold", "lg")} w-full`}
        >
          <LogIn aria-hidden="true" className="size-5" />
          Login to Enter
        </Link>
      );
    case "short":
      return (
        <>
          <Button size="lg" disabled className="w-full">
            Insufficient Points
          </Button>
          <Missing giveaway={giveaway} />
        </>
      );
    case "inactive":
      return (
        <>
          <Button size="lg" disabled className="w-full">
            {labelOf(giveaway)}
          </Button>
          <p className="mt-2 text-sm text-muted">Your account is inactive</p>
        </>
      );
    case "free":
    case "paid":
      return (
        <Button
          tone="gold"
          size="lg"
          aria-haspopup="dialog"
          aria-label={`${labelOf(giveaway)}: ${giveaway.title}`}
          onClick={onEnter}
          className="w-full"
        >
          {labelOf(giveaway)}
        </Button>
      );
  }
}

function labelOf({ entryType, entryCost }: Giveaway): string {
  return entryType === "free" ? "Enter For Free" : `Enter (${formatPoints(entryCost)} points)`;
}

function BuyMore({ giveaway, way, onEnter }: EnterProps) {
  if (way.kind === "short")
    return (
      <Button disabled className="w-full">
        Insufficient Points
      </Button>
    );
  return (
    <Button
      aria-haspopup="dialog"
      aria-label={`Buy more: ${giveaway.title}`}
      disabled={way.kind === "inactive"}
      onClick={onEnter}
      className="w-full"
    >
      Buy more
    </Button>
  );
}

/** What a member still has to earn for a ticket. */
function Missing({ giveaway }: { giveaway: Giveaway }) {
  const missing = giveaway.entryCost - useBalance();
  return (
    <p className="mt-2 text-sm text-muted">
      A ticket costs {formatPoints(giveaway.entryCost)} points: {formatPoints(missing)} to go
    </p>
  );
}

/** The member's own tickets, and what they are worth as things stand. */
export function Held({ giveaway, own }: { giveaway: Giveaway; own: number }) {
  const isPaid = giveaway.entryType === "paid";
  return (
    <div className="well flex items-center gap-3 rounded-md px-4 py-3">
      <TicketMark className="h-6 w-10" />
      <div className="min-w-0 flex-1">
        <p className="font-display font-bold">
          {isPaid ? `You're entered · ${formatPoints(own)}` : "You're entered"}
        </p>
        <p className="text-sm text-muted">
          {shareText(own, giveaway.ticketCount)}{" "}
          <span className="whitespace-nowrap">
            (chance {chanceText(own, giveaway.ticketCount)})
          </span>
        </p>
      </div>
      <Check aria-hidden="true" className="size-5 shrink-0 text-win" strokeWidth={2.5} />
    </div>
  );
}
