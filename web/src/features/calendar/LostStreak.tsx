import { useEffect, useState } from "react";
import { useMember } from "@/features/session/store";
import { Notice } from "@/ui/Notice";
import { dayText } from "./days";
import { type Calendar, lostStreak } from "./model";

const KEY = "pointhouse.lostStreak";

/** Shows once that the streak of a member has ended. */
export function LostStreak({ calendar }: { calendar: Calendar }) {
  const memberId = useMember()?.id;
  const lost = lostStreak(calendar);
  const mark = lost === null ? null : `${memberId} ${lost.missedOn}`;
  const [known] = useState(readMark);
  useEffect(() => {
    if (mark !== null) keepMark(mark);
  }, [mark]);
  if (lost === null || mark === known) return null;
  return (
    <Notice>
      Your streak of {lost.days} {lost.days === 1 ? "day" : "days"} ended: {dayText(lost.missedOn)}{" "}
      was not claimed. A claim starts a new one.
    </Notice>
  );
}

function readMark(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keepMark(mark: string): void {
  try {
    localStorage.setItem(KEY, mark);
  } catch {
    // A browser that keeps nothing says it again next time.
  }
}
