import { useEffect, useState } from "react";
import { useMember } from "@/features/session/store";
import { formatSiteDay } from "@/ui/format/dates";
import { Notice } from "@/ui/Notice";
import { parseText, stored } from "@/wire/storage";
import { type Calendar, lostStreak } from "./model";
import * as texts from "./texts/en";

/** The lost streak that was shown last. */
const shownMark = stored({ name: "lostStreak", format: "text", parse: parseText });

/** Shows once that the streak of a member has ended. */
export function LostStreak({ calendar }: { calendar: Calendar }) {
  const memberId = useMember()?.id;
  const lost = lostStreak(calendar);
  const mark = lost === null ? null : `${memberId} ${lost.missedOn}`;
  const [known] = useState(shownMark.read);
  useEffect(() => {
    if (mark !== null) shownMark.write(mark);
  }, [mark]);
  if (lost === null || mark === known) return null;
  return <Notice>{texts.streakEndedWasNot(lost.days, formatSiteDay(lost.missedOn))}</Notice>;
}
