import { Link } from "@tanstack/react-router";
import { Check, LogIn } from "lucide-react";
import { Suspense } from "react";
import { useMember } from "@/features/session/store";
import { useSite } from "@/features/site/queries";
import { useBalance } from "@/features/wallet/balance";
import { Button, buttonClass } from "@/ui/Button";
import { formatPoints } from "@/ui/format/numbers";
import { lazyPart } from "@/ui/lazy-part";
import { chanceText, type Giveaway, shareText, type WayIn, wayIn } from "./model";
import { TicketMark } from "./TicketArt";
import * as texts from "./texts/en";

const ConfirmEmail = lazyPart(() => import("@/features/sign-in/ConfirmEmail"));

type WayProps = { giveaway: Giveaway; own: number; onEnter: () => void };

/** What can be done about an active giveaway: the way in, or what one already has. */
export function Way({ giveaway, own, onEnter }: WayProps) {
  const member = useMember();
  const balance = useBalance();
  const features = useSite()?.features;
  const needsEmail = features?.verifiedEmailRequired === true && member?.emailVerified === false;
  const visitor = member === null ? null : { isActive: member.isActive, balance, needsEmail };
  const way = wayIn(giveaway, visitor);
  const isIn = own > 0;
  return (
    <div className="flex flex-col gap-3">
      {isIn && <Held giveaway={giveaway} own={own} />}
      {/* One button before and after, so that the focus comes back to it from the dialog. */}
      {!(isIn && giveaway.entryType === "free") && (
        <>
          {giveaway.namesWinner && (
            <p className="text-sm text-muted">
              {member?.neverNamedOnAir === true ? texts.neverNamed : texts.winnerIsNamed}
            </p>
          )}
          <Enter giveaway={giveaway} way={way} isIn={isIn} onEnter={onEnter} />
          {way.kind === "email" && <EmailMissing hasMail={features?.mail === true} />}
        </>
      )}
    </div>
  );
}

type EnterProps = { giveaway: Giveaway; way: WayIn; isIn: boolean; onEnter: () => void };

function Enter({ giveaway, way, isIn, onEnter }: EnterProps) {
  if (way.kind === "login")
    return (
      <Link
        to="/login"
        search={{ redirect: "/giveaways" }}
        aria-label={texts.loginEnter(giveaway.title)}
        className={`${buttonClass("gold", "lg")} w-full`}
      >
        <LogIn aria-hidden="true" className="size-5" />
        {texts.loginEnterText}
      </Link>
    );
  const isShort = way.kind === "short";
  const label = isShort ? texts.insufficientPoints : isIn ? texts.buyMore : labelOf(giveaway);
  return (
    <div>
      <Button
        tone={isIn ? "quiet" : "gold"}
        size={isIn ? "md" : "lg"}
        aria-haspopup="dialog"
        aria-label={`${label}: ${giveaway.title}`}
        disabled={isShort || way.kind === "inactive" || way.kind === "email"}
        onClick={onEnter}
        className="w-full"
      >
        {label}
      </Button>
      {isShort && !isIn && <Missing giveaway={giveaway} />}
    </div>
  );
}

/** A free giveaway needs a confirmed email: said before the press, with the way to one. */
function EmailMissing({ hasMail }: { hasMail: boolean }) {
  if (!hasMail) return <p className="text-sm text-muted">{texts.emailMissingNoMail}</p>;
  return (
    <Suspense fallback={<p className="text-sm text-muted">{texts.emailMissing}</p>}>
      <ConfirmEmail reason={texts.emailMissing} />
    </Suspense>
  );
}

function labelOf({ entryType, entryCost }: Giveaway): string {
  return entryType === "free" ? texts.enterFree : `Enter (${formatPoints(entryCost)} points)`;
}

/** What a member still has to earn for a ticket. */
function Missing({ giveaway }: { giveaway: Giveaway }) {
  const missing = giveaway.entryCost - useBalance();
  return (
    <p className="mt-2 text-sm text-muted">
      {texts.ticketCostsPointsGo(giveaway.entryCost, formatPoints(missing))}
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
          {isPaid ? texts.youreEntered(formatPoints(own)) : texts.youreEnteredText}
        </p>
        <p className="text-sm text-muted">
          {shareText(own, giveaway.ticketCount)}{" "}
          <span className="whitespace-nowrap">
            {texts.chance(chanceText(own, giveaway.ticketCount))}
          </span>
        </p>
      </div>
      <Check aria-hidden="true" className="size-5 shrink-0 text-win" strokeWidth={2.5} />
    </div>
  );
}
