import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useClaim } from "@/features/calendar/claim";
import { useTimeLeft } from "@/features/calendar/countdown";
import type { Calendar } from "@/features/calendar/model";
import { calendarQuery } from "@/features/calendar/queries";
import { giveawaysQuery } from "@/features/giveaways/queries";
import { useMember } from "@/features/session/store";
import { useIsOn } from "@/features/site/modules";
import { Button } from "@/ui/Button";
import { formatHours } from "@/ui/format/durations";
import { toast } from "@/ui/toast";
import { freeGiveaways } from "./offers";
import * as texts from "./texts/en";

const linkClass =
  "inline-flex min-h-11 items-center font-medium text-text underline decoration-line-strong underline-offset-4";

/** What a member who is short of points can do about it. */
export default function WaysToPoints(): ReactNode {
  const member = useMember();
  const id = member?.id ?? null;
  const isOn = useIsOn();
  const canEarn = member?.isActive === true;
  const canClaim = canEarn && isOn("/rewards/daily-calendar");
  const canEnter = canEarn && isOn("/giveaways");
  const calendar = useQuery({ ...calendarQuery, enabled: canClaim }).data;
  const giveaways = useQuery({ ...giveawaysQuery(id), enabled: canEnter }).data;
  const free = giveaways === undefined ? 0 : freeGiveaways(giveaways).length;
  return (
    <div className="mt-1 flex flex-col items-start text-sm">
      {calendar !== undefined && <DailyClaim calendar={calendar} />}
      {free > 0 && (
        <Link to="/giveaways" className={linkClass}>
          {texts.enterFree(free)}
        </Link>
      )}
      <Link to="/points" className={linkClass}>
        {texts.howGetPoints}
      </Link>
    </div>
  );
}

function DailyClaim({ calendar }: { calendar: Calendar }) {
  const { note, busy, claim } = useClaim(calendar.today);
  const left = useTimeLeft(calendar.nextReset);
  const button = useRef<HTMLButtonElement>(null);
  const done = useRef<HTMLParagraphElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { canClaim, nextPoints } = calendar;
  // Before a dialog notices that its focused button is gone, and focuses itself.
  useLayoutEffect(() => {
    if (note === null) return;
    form.current = null;
    focusIfLost(canClaim ? button.current : done.current);
  }, [note, canClaim]);
  // A claim that makes a bet possible takes away the notice that this is part of.
  useEffect(
    () => () => {
      if (form.current?.isConnected !== true) return;
      focusIfLost(form.current.querySelector<HTMLElement>("[type=submit]:enabled"));
      focusIfLost(document.getElementById("main"));
    },
    [],
  );
  const press = async () => {
    form.current = button.current?.form ?? null;
    const result = await claim();
    if (result?.kind !== "claimed") return;
    const { points, milestonePoints } = result.answer.claimed;
    // In a toast, which stays when this disappears.
    toast({ text: texts.claimed(points + milestonePoints), tone: "success" });
  };
  return (
    <>
      {canClaim ? (
        <Button ref={button} busy={busy} onClick={() => void press()} className="my-1">
          {texts.claim(nextPoints ?? 0)}
        </Button>
      ) : (
        <p ref={done} tabIndex={-1} className="py-1 outline-none">
          {texts.nextDailyReward(formatHours(left))}
        </p>
      )}
      {note !== null && note.kind !== "claimed" && <p role="status">{note.text}</p>}
    </>
  );
}

/** Moves the focus to an element when the pressed button has disappeared or was off. */
function focusIfLost(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
