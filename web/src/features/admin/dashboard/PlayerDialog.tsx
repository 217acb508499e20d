import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { IconButton } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { formatMonth } from "@/ui/format/dates";
import { formatSiteWeekday } from "@/ui/format/detail";
import { formatCents } from "@/ui/format/dollars";
import { formatPoints } from "@/ui/format/numbers";
import { Rank } from "@/ui/Rank";
import { Skeleton } from "@/ui/Skeleton";
import { Private } from "../shell/Private";
import * as hidden from "../shell/texts/private.en";
import type { Board, Place } from "./queries";
import * as texts from "./texts/en";
import {
  addDays,
  bestDays,
  type Day,
  type DayFigures,
  figuresOn,
  type HistoryDay,
  lastDaysQuery,
  monthDaysQuery,
  type PlayerHistory,
} from "./tracking";

type PlayerDialogProps = { place: Place; board: Board; onClose: () => void };

/** What one player wagered: day by day, in the month, and on their best days. */
export function PlayerDialog({ place, board, onClose }: PlayerDialogProps) {
  const { username, rank, wagered } = place;
  const query = useQuery(lastDaysQuery(username));
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={username}
      description={texts.no(
        formatPoints(rank),
        <Wagers of={username} time={formatMonth(board.month)} amount={wagered} />,
        formatMonth(board.month),
      )}
    >
      <QueryView
        query={query}
        what={texts.theWagers}
        loading={<Loading />}
        failedAs="notice"
        noticeClass="mt-5"
      >
        {(last) =>
          last.currentStats === null && last.history.length === 0 ? (
            <Untracked isSample={board.source === "sample"} />
          ) : (
            <Days
              username={username}
              last={last}
              firstDay={last.trackedSince ?? `${board.firstMonth}-01`}
            />
          )
        }
      </QueryView>
    </Dialog>
  );
}

type WagersProps = { of: string; time: string; amount: number };

/** What a player wagered in a time, such as "Today". */
function Wagers({ of, time, amount }: WagersProps) {
  return <Private what={hidden.wagersIn(of, time)}>{formatCents(amount)}</Private>;
}

function Untracked({ isSample }: { isSample: boolean }) {
  return (
    <p className="well mt-5 rounded-md px-4 py-3.5 text-sm text-muted">
      {isSample ? texts.playerSampleDataMade : texts.nothingHasBeenTracked}
    </p>
  );
}

type DaysProps = {
  username: string;
  last: PlayerHistory;
  /** Nothing is known of the days before it. */
  firstDay: Day;
};

function Days({ username, last, firstDay }: DaysProps) {
  const today = last.endDate;
  const [asked, setAsked] = useState<Day | null>(null);
  const day = asked ?? today;
  const isToday = day === today;
  const month = day.slice(0, 7);
  const older = useQuery({ ...monthDaysQuery(username, month, today), enabled: !isToday });
  const now = last.currentStats;
  const figures = (shown: DayFigures | undefined) => (
    <dl aria-live="polite" className="well mt-4 grid grid-cols-2 divide-x divide-line rounded-md">
      <Figure player={username} term={isToday ? texts.today : texts.day} amount={shown?.daily} />
      <Figure
        player={username}
        term={isToday ? texts.thisMonth : texts.untilThen(formatMonth(month))}
        amount={shown?.monthly}
      />
    </dl>
  );
  return (
    <>
      <DayPicker day={day} today={today} firstDay={firstDay} onDay={setAsked} />
      <QueryView
        query={isToday ? { ...older, data: last, error: null } : older}
        what={texts.theWagers}
        loading={figures(undefined)}
        failedAs="notice"
        noticeClass="mt-4"
      >
        {({ history }) =>
          figures(
            isToday && now !== null
              ? { daily: now.dailyWager, monthly: now.monthlyWager }
              : figuresOn(day, history),
          )
        }
      </QueryView>
      {last.trackedSince !== null && (
        <p className="mt-2 text-sm text-muted">
          {day === last.trackedSince
            ? texts.trackingBeganDayEarlier
            : texts.trackedSince(formatSiteWeekday(last.trackedSince))}
        </p>
      )}
      <Best
        player={username}
        days={bestDays(last.history)}
        since={firstDay > last.startDate ? firstDay : null}
        onDay={setAsked}
      />
      {now !== null && (
        <p className="mt-4 flex items-center justify-between gap-4 text-sm text-muted">
          {texts.inTotal}
          <span className="font-semibold text-text tabular-nums">
            <Wagers of={username} time={texts.inTotal} amount={now.totalWagered} />
          </span>
        </p>
      )}
    </>
  );
}

type FigureProps = { player: string; term: string; amount: number | undefined };

function Figure({ player, term, amount }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col-reverse px-4 py-3.5">
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="font-display text-lg font-bold tabular-nums [overflow-wrap:anywhere]">
        {amount === undefined ? (
          <>
            <Skeleton className="h-6 w-20 rounded-sm" />
            <span className="sr-only">{texts.loadingText}</span>
          </>
        ) : (
          <Wagers of={player} time={term} amount={amount} />
        )}
      </dd>
    </div>
  );
}

type DayPickerProps = { day: Day; today: Day; firstDay: Day; onDay: (day: Day | null) => void };

/** The day on show, never one that is still to come. */
function DayPicker({ day, today, firstDay, onDay }: DayPickerProps) {
  const shown = useRef<HTMLParagraphElement>(null);
  const step = (count: number) => {
    const next = addDays(day, count);
    if (next < firstDay || next > today) return;
    // The button that led to the end of the line is switched off, and would take the focus with it.
    if (next === firstDay || next === today) shown.current?.focus();
    onDay(next === today ? null : next);
  };
  return (
    <div
      role="group"
      aria-label={texts.dayLabel}
      className="well mt-5 flex items-center justify-between gap-1 rounded-md p-1"
    >
      <IconButton label={texts.previousDay} disabled={day <= firstDay} onClick={() => step(-1)}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </IconButton>
      <p
        ref={shown}
        tabIndex={-1}
        aria-live="polite"
        className="rounded-sm text-center font-semibold tabular-nums"
      >
        <time dateTime={day}>{formatSiteWeekday(day)}</time>
        {day === today && <span className="ml-2 font-normal text-muted">{texts.todayText}</span>}
      </p>
      <IconButton label={texts.nextDay} disabled={day >= today} onClick={() => step(1)}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}

type BestProps = {
  player: string;
  days: readonly HistoryDay[];
  /** The first tracked day, where it is within the last 30; null otherwise. */
  since: Day | null;
  onDay: (day: Day) => void;
};

function Best({ player, days, since, onDay }: BestProps) {
  return (
    <Part title={texts.bestLast30Days}>
      {days.length === 0 ? (
        <p className="text-sm text-muted">
          {since === null
            ? texts.noWagersLast30
            : texts.noWagersSinceTracking(formatSiteWeekday(since))}
        </p>
      ) : (
        <ol className="flex flex-col">
          {days.map(({ date, dailyWager }, index) => (
            <li
              key={date}
              className="relative -mx-2 flex min-h-11 items-center gap-3 rounded-sm px-2 text-sm transition-colors hover:bg-ink-800"
            >
              <Rank rank={index + 1} />
              <button
                type="button"
                onClick={() => onDay(date)}
                className="flex-1 text-left before:absolute before:inset-0"
              >
                <time dateTime={date}>{formatSiteWeekday(date)}</time>
              </button>
              <span className="relative font-semibold tabular-nums">
                <Wagers of={player} time={formatSiteWeekday(date)} amount={dailyWager} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-6">
      <h3 className="eyebrow mb-2">{title}</h3>
      {children}
    </section>
  );
}

function Loading() {
  return (
    <div role="status" className="mt-5 flex flex-col gap-4">
      <span className="sr-only">{texts.loadingWagers}</span>
      <Skeleton className="h-13 rounded-md" />
      <Skeleton className="h-16 rounded-md" />
      <Skeleton className="h-32 rounded-md" />
    </div>
  );
}
