import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { QueryView } from "@/data/QueryView";
import { useMember } from "@/features/session/store";
import { buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatSiteDay } from "@/ui/format/dates";
import { Points } from "@/ui/Points";
import { Skeleton } from "@/ui/Skeleton";
import { ClaimPanel } from "./ClaimPanel";
import { Head } from "./Head";
import { Milestones } from "./Milestones";
import { MonthCard } from "./MonthCard";
import type { Calendar } from "./model";
import { calendarQuery } from "./queries";
import { StreakSun } from "./StreakSun";
import * as texts from "./texts/en";

/** /rewards/daily-calendar: one claim a day, a streak, and what it leads to. */
export function CalendarPage() {
  const isGuest = useMember() === null;
  return (
    <div className="flex flex-col gap-6 pt-2 pb-4 sm:gap-8">
      <header>
        <Head />
      </header>
      {isGuest ? <LoginNotice /> : <MemberCalendar />}
    </div>
  );
}

function LoginNotice() {
  return (
    <Card className="flex flex-col items-center rounded-xl px-6 py-12 text-center">
      <StreakSun streak={4} canClaim={false} className="w-64" />
      <p className="mt-8 max-w-[26rem] text-lg font-medium text-balance">
        {texts.pleaseLogAccessDaily}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <Link
          to="/login"
          search={{ redirect: "/rewards/daily-calendar" }}
          className={buttonClass("gold", "lg")}
        >
          {texts.log}
        </Link>
        <Link
          to="/signup"
          search={{ redirect: "/rewards/daily-calendar" }}
          className={buttonClass("quiet", "lg")}
        >
          {texts.createAccount}
        </Link>
      </div>
    </Card>
  );
}

function MemberCalendar() {
  const query = useQuery(calendarQuery);
  return (
    <QueryView query={query} what={texts.yourCalendar} loading={<LoadingCalendar />}>
      {(calendar) => (
        <>
          <div className="grid gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-6">
            <ClaimPanel calendar={calendar} />
            <MonthCard calendar={calendar} />
          </div>
          <Figures calendar={calendar} />
          <Milestones calendar={calendar} />
        </>
      )}
    </QueryView>
  );
}

/** What the claims have come to so far. */
function Figures({ calendar }: { calendar: Calendar }) {
  const { totalPointsEarned, weeklyStreaks, streakStartDate } = calendar.progress;
  return (
    <dl className="surface grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line sm:grid-cols-3">
      <Figure name={texts.earnedByClaims} className="max-sm:col-span-2">
        <span className="flex flex-wrap items-center justify-between gap-x-4">
          <Points amount={totalPointsEarned} />
          <Link
            to="/statement"
            className="-my-2.5 inline-flex min-h-11 items-center text-sm font-medium text-muted underline decoration-line-strong underline-offset-4 hover:text-text"
          >
            {texts.statement}
          </Link>
        </span>
      </Figure>
      <Figure name={texts.fullWeeks}>{weeklyStreaks}</Figure>
      <Figure name={texts.streakSince}>
        {streakStartDate === null ? texts.notRunning : formatSiteDay(streakStartDate)}
      </Figure>
    </dl>
  );
}

function Figure({
  name,
  className = "",
  children,
}: {
  name: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <div className={`bg-ink-900 px-5 py-4 ${className}`}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 font-semibold">{children}</dd>
    </div>
  );
}

function LoadingCalendar() {
  return (
    <div role="status">
      <span className="sr-only">{texts.loadingCalendar}</span>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-6">
        <Card className="flex flex-col items-center rounded-xl px-5 pt-4 pb-5 sm:px-8 sm:pt-8 sm:pb-8">
          <Skeleton className="mt-10 h-14 w-28 rounded-t-full sm:mt-15 sm:h-18 sm:w-36" />
          <Skeleton className="mt-5 h-12 w-24 rounded-md" />
          <Skeleton className="mt-3 h-5 w-28 rounded-sm" />
          <Skeleton className="mt-8 h-3 w-full rounded-full" />
          <Skeleton className="mt-3 h-5 w-3/5 self-start rounded-sm" />
          <Skeleton className="mt-6 h-15 w-full rounded-md" />
          <Skeleton className="mt-8 h-10 w-full rounded-md" />
        </Card>
        <Card className="flex flex-col rounded-xl p-3 sm:p-6">
          <Skeleton className="mx-auto mt-2 h-7 w-44 rounded-sm" />
          <div className="mt-11 grid grid-cols-7 gap-1">
            {cells.map((cell) => (
              <Skeleton key={cell} className="h-11 rounded-sm sm:h-13 lg:h-14" />
            ))}
          </div>
        </Card>
      </div>
    </div>
  );
}

/** As many as a month has. */
const cells = Array.from({ length: 42 }, (_, index) => index);
