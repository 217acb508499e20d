import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useClaim } from "@/features/calendar/claim";
import { timeLeftText, useTimeLeft } from "@/features/calendar/countdown";
import type { Calendar } from "@/features/calendar/model";
import { calendarQuery } from "@/features/calendar/queries";
import { giveawaysQuery } from "@/features/giveaways/queries";
import { useMember } from "@/features/session/store";
import { Button } from "@/ui/Button";
import { formatPoints } from "@/ui/Points";
import { freeGiveaways } from "./offers";

const linkClass =
  "inline-flex min-h-11 items-center font-medium text-text underline decoration-line-strong underline-offset-4";

/** What a member who is short of points can do about it. */
export default function WaysToPoints() {
  const member = useMember();
  const id = member?.id ?? null;
  const canEarn = member?.isActive === true;
  const calendar = useQuery({ ...calendarQuery, enabled: canEarn }).data;
  const giveaways = useQuery({ ...giveawaysQuery(id), enabled: canEarn }).data;
  const free = giveaways === undefined ? 0 : freeGiveaways(giveaways).length;
  return (
    <div className="mt-1 flex flex-col items-start text-sm">
      {calendar !== undefined && <DailyClaim calendar={calendar} />}
      {free > 0 && (
        <Link to="/giveaways" className={linkClass}>
          Enter {free} free {free === 1 ? "giveaway" : "giveaways"}
        </Link>
      )}
      <Link to="/points" className={linkClass}>
        How to get points
      </Link>
    </div>
  );
}

function DailyClaim({ calendar }: { calendar: Calendar }) {
  const { note, busy, claim } = useClaim(calendar.today);
  const left = useTimeLeft(calendar.nextReset);
  const { canClaim, nextPoints } = calendar;
  return (
    <>
      {canClaim ? (
        <Button tone="gold" busy={busy} onClick={() => void claim()} className="my-1">
          Claim {formatPoints(nextPoints ?? 0)} {nextPoints === 1 ? "point" : "points"}
        </Button>
      ) : (
        <p className="py-1">Next daily reward in {timeLeftText(left)}</p>
      )}
      {note !== null && note.kind !== "claimed" && <p role="status">{note.text}</p>}
    </>
  );
}
