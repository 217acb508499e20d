import { Check, Clock } from "lucide-react";
import { useEffect, useRef } from "react";
import { useMember } from "@/features/session/store";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatMonth } from "@/ui/format/dates";
import { formatHours } from "@/ui/format/durations";
import { formatPoints } from "@/ui/format/numbers";
import { Notice } from "@/ui/Notice";
import { Points } from "@/ui/Points";
import { Celebration } from "./Celebration";
import { type ClaimNote, useClaim } from "./claim";
import { useTimeLeft } from "./countdown";
import { LostStreak } from "./LostStreak";
import { type Calendar, hint } from "./model";
import { StreakSun } from "./StreakSun";
import * as texts from "./texts/en";

/** The streak, what today is worth, and the claim. */
export function ClaimPanel({ calendar }: { calendar: Calendar }) {
  const { note, busy, claim } = useClaim(calendar.today);
  const done = useFocusAfter(note);
  const { progress, canClaim, nextPoints } = calendar;
  const isInactive = useMember()?.isActive === false;
  const streak = progress.currentStreak;
  return (
    <Card className="relative flex flex-col overflow-hidden rounded-xl">
      <div className="relative flex flex-col items-center px-5 pt-4 sm:px-8 sm:pt-8">
        <Celebration strength={note?.kind === "claimed" ? note.strength : 0} />
        <StreakSun streak={streak} canClaim={canClaim} className="w-44 sm:w-60" />
        <p className="mt-3 text-center sm:mt-4">
          <span className="block font-display text-4xl font-extrabold sm:text-5xl">{streak}</span>
          <span className="mt-1 block text-muted">{texts.daysInRow(streak)}</span>
        </p>
        <StreakBar streak={streak} target={calendar.progressDays} hint={hint(calendar)} />
      </div>

      <div className="mt-auto flex flex-col gap-4 px-5 pt-4 pb-5 sm:px-8 sm:pt-6 sm:pb-8">
        <LostStreak calendar={calendar} />
        {canClaim ? (
          <Button
            tone="gold"
            size="lg"
            className="min-h-15 w-full text-lg"
            busy={busy}
            disabled={isInactive}
            onClick={() => void claim()}
          >
            {busy ? texts.claiming : texts.claim(nextPoints ?? 0)}
          </Button>
        ) : (
          <div
            ref={done}
            tabIndex={-1}
            className="flex min-h-15 items-center justify-center gap-3 rounded-md border border-win/25 bg-win/8 px-4 py-2 font-semibold"
          >
            <Check aria-hidden="true" className="size-5 shrink-0 text-win" />
            <span>
              {texts.todayClaimed}
              {nextPoints !== null && (
                <span className="block text-sm font-normal text-muted">
                  {texts.tomorrowBrings(<Points amount={nextPoints} className="align-bottom" />)}
                </span>
              )}
            </span>
          </div>
        )}
        {/* What a claim could not find out, the calendar says by now. */}
        <ClaimResult note={!canClaim && note?.kind === "error" ? null : note} />
        <DeferredCash calendar={calendar} />
        <Countdown calendar={calendar} />
      </div>
    </Card>
  );
}

/** The button goes away with a claim; its focus goes to what stands in its place. */
function useFocusAfter(note: ClaimNote | null) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (note !== null && isFree) place.current?.focus({ preventScroll: true });
  }, [note]);
  return place;
}

/** The bar of the streak, which is full after the first month. */
function StreakBar({
  streak,
  target,
  hint: text,
}: {
  streak: number;
  target: number;
  hint: string | null;
}) {
  const done = Math.min(streak, target);
  return (
    <div className="mt-4 w-full sm:mt-6">
      <div className="flex items-baseline justify-between text-sm">
        <span className="font-semibold">{texts.streak}</span>
        <span className="text-muted">{texts.ofDays(done, target)}</span>
      </div>
      <div
        role="progressbar"
        aria-label={texts.streak}
        aria-valuemin={0}
        aria-valuemax={target}
        aria-valuenow={done}
        aria-valuetext={texts.ofDays(done, target)}
        className="well relative mt-2 h-3 overflow-hidden rounded-full"
      >
        <div
          style={{ transform: `scaleX(${done / target})` }}
          className="h-full origin-left bg-linear-to-r from-gold-600 to-gold-300 transition-transform duration-320"
        />
      </div>
      {text !== null && <p className="mt-2 text-sm text-muted">{text}</p>}
    </div>
  );
}

function ClaimResult({ note }: { note: ClaimNote | null }) {
  return (
    <div role="status" className="text-center empty:hidden">
      {note?.kind === "claimed" && <Earned note={note} />}
      {note?.kind === "info" && <p className="text-sm text-muted">{note.text}</p>}
      {note?.kind === "error" && (
        <p className="rounded-md border border-loss/30 bg-loss/8 px-4 py-3 text-left text-sm">
          {note.text}
        </p>
      )}
    </div>
  );
}

function Earned({ note }: { note: Extract<ClaimNote, { kind: "claimed" }> }) {
  const { points, milestonePoints, streak } = note.answer.claimed;
  return (
    <div className="animate-pop">
      <Points amount={points + milestonePoints} signed className="font-display text-2xl" />
      {milestonePoints > 0 && (
        <p className="mt-1 text-sm text-muted">
          {texts.todayStreakDays(formatPoints(points), formatPoints(milestonePoints), streak)}
        </p>
      )}
    </div>
  );
}

/** Cash rewards that were reached when the month's were used up. */
function DeferredCash({ calendar }: { calendar: Calendar }) {
  return calendar.milestones.map(({ days, reward, status, deferredTo }) =>
    deferredTo === null || status === "paid" || status === "rejected" ? null : (
      <Notice key={days}>{texts.countsBecauseCashRewards(reward, formatMonth(deferredTo))}</Notice>
    ),
  );
}

function Countdown({ calendar }: { calendar: Calendar }) {
  const left = useTimeLeft(calendar.nextReset);
  const what = calendar.canClaim ? texts.todayEnds : texts.nextClaim;
  const city = calendar.timezone.split("/").at(-1)?.replaceAll("_", " ");
  return (
    <div className="flex items-center gap-3 border-t border-line pt-4">
      <Clock aria-hidden="true" className="size-5 shrink-0 text-faint" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="block font-medium">{what}</span>
        <span className="block text-muted">{texts.midnight(city)}</span>
      </p>
      <p role="timer" aria-label={`${what} ${formatHours(left)}`}>
        <span aria-hidden="true" className="font-display text-xl font-bold whitespace-nowrap">
          {left.hours}
          <span className="mr-2 ml-0.5 text-base text-muted">{texts.hours}</span>
          {String(left.minutes).padStart(2, "0")}
          <span className="ml-0.5 text-base text-muted">{texts.min}</span>
        </span>
      </p>
    </div>
  );
}
