import { Check, ChevronLeft, ChevronRight, Gift, X } from "lucide-react";
import { useMemo, useState } from "react";
import { IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatMonth, formatSiteDay } from "@/ui/format/dates";
import { addMonths, type Month } from "@/ui/months";
import { type Day, monthGrid, monthOf } from "./days";
import {
  type Calendar,
  type DayState,
  dayState,
  type Milestone,
  milestoneDays,
  rewardText,
} from "./model";
import * as texts from "./texts/en";

const weekdays = [
  texts.sunday,
  texts.monday,
  texts.tuesday,
  texts.wednesday,
  texts.thursday,
  texts.friday,
  texts.saturday,
];
/** How far ahead one can look: to the last milestones of a streak that begins today. */
const MONTHS_AHEAD = 12;

const said: Record<DayState, string> = {
  claimed: texts.claimedInSentence,
  today: texts.todayNotClaimedYet,
  future: texts.toComeLabel,
  missed: texts.missedInSentence,
  before: texts.beforeYouJoined,
};

/** A month of claims: six weeks, Sunday first. */
export function MonthCard({ calendar }: { calendar: Calendar }) {
  // Null follows the server's today, also over the end of a month.
  const [chosen, setChosen] = useState<Month | null>(null);
  const current = monthOf(calendar.today);
  const month = chosen ?? current;
  const go = (count: number) => {
    const next = addMonths(month, count);
    setChosen(next === current ? null : next);
  };
  return (
    <Card className="flex flex-col rounded-xl p-3 sm:p-6">
      <div className="flex items-center justify-between">
        <IconButton
          label={texts.previousMonth}
          disabled={month <= monthOf(calendar.registeredOn)}
          onClick={() => go(-1)}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </IconButton>
        <h2 aria-live="polite" id="month" className="text-lg">
          {formatMonth(month)}
        </h2>
        <IconButton
          label={texts.nextMonth}
          disabled={month >= addMonths(current, MONTHS_AHEAD)}
          onClick={() => go(1)}
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <MonthTable calendar={calendar} month={month} />
      <Legend />
    </Card>
  );
}

function MonthTable({ calendar, month }: { calendar: Calendar; month: Month }) {
  const days = useMemo(() => monthGrid(month), [month]);
  const claimed = useMemo(
    () => new Set(calendar.progress.claimedDays),
    [calendar.progress.claimedDays],
  );
  const milestones = useMemo(() => milestoneDays(calendar), [calendar]);
  return (
    <table
      aria-labelledby="month"
      className="mt-3 w-full table-fixed border-separate border-spacing-1"
    >
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name} className="eyebrow pb-1 text-center">
              <span aria-hidden="true">{name.slice(0, 3)}</span>
              <span className="sr-only">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[0, 1, 2, 3, 4, 5].map((week) => (
          <tr key={week}>
            {days.slice(week * 7, week * 7 + 7).map((day) => (
              <td key={day} className="p-0">
                {monthOf(day) === month ? (
                  <DayCell
                    day={day}
                    isToday={day === calendar.today}
                    state={dayState(day, calendar, claimed)}
                    milestone={milestones.get(day)}
                  />
                ) : (
                  <OtherMonthCell day={day} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cell =
  "flex h-11 flex-col items-center justify-center rounded-sm text-sm font-semibold sm:h-13 lg:h-14";

const faces: Record<DayState, string> = {
  claimed: "bg-gold-400/15 text-gold-300",
  today: "bg-ink-800 text-text ring-2 ring-gold-400 ring-inset",
  future: "bg-ink-850 text-text",
  missed: "border border-dashed border-loss/40 text-muted",
  before: "text-faint",
};

type DayCellProps = {
  day: Day;
  isToday: boolean;
  state: DayState;
  milestone: Milestone | undefined;
};

function DayCell({ day, isToday, state, milestone }: DayCellProps) {
  const hasReward = milestone !== undefined;
  return (
    <div
      {...(isToday && { "aria-current": "date" })}
      title={hasReward ? texts.dayText(milestone.days, rewardText(milestone)) : undefined}
      className={cx(
        cell,
        faces[state],
        isToday && state === "claimed" && "ring-2 ring-gold-400 ring-inset",
      )}
    >
      <span aria-hidden="true">{Number(day.slice(8))}</span>
      <span className="sr-only">
        {formatSiteDay(day)},{" "}
        {isToday && state === "claimed" ? texts.todayClaimedLabel : said[state]}
        {hasReward && texts.dayStreak(milestone.days, rewardText(milestone))}
      </span>
      <StateMark state={state} />
      {hasReward && <Gift aria-hidden="true" className="size-3.5 text-gold-300" />}
    </div>
  );
}

/** The shape of a state, so that colour is never all there is. */
function StateMark({ state }: { state: DayState }) {
  if (state === "claimed")
    return <Check aria-hidden="true" strokeWidth={3} className="size-3.5 text-gold-300" />;
  if (state === "missed")
    return <X aria-hidden="true" strokeWidth={3} className="size-3 text-loss" />;
  return null;
}

function OtherMonthCell({ day }: { day: Day }) {
  return (
    <div className={cx(cell, "font-normal text-faint")}>
      <span aria-hidden="true">{Number(day.slice(8))}</span>
      <span className="sr-only">{texts.anotherMonth(formatSiteDay(day))}</span>
    </div>
  );
}

const legend: readonly { state: DayState; text: string }[] = [
  { state: "claimed", text: texts.claimed },
  { state: "today", text: texts.today },
  { state: "missed", text: texts.missed },
  { state: "future", text: texts.toCome },
];

function Legend() {
  return (
    <ul
      aria-hidden="true"
      className="mt-4 flex flex-wrap justify-center gap-x-3.5 gap-y-2 text-sm text-muted"
    >
      {legend.map(({ state, text }) => (
        <li key={state} className="flex items-center gap-1.5">
          <span
            className={cx("flex size-5 items-center justify-center rounded-[6px]", faces[state])}
          >
            <StateMark state={state} />
          </span>
          {text}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <Gift className="size-4 text-gold-300" />
        {texts.milestone}
      </li>
    </ul>
  );
}
