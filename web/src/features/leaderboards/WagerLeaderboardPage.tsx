import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useSite } from "@/features/site/queries";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Fits } from "@/ui/Fits";
import { formatDay, formatMoment, formatMonth, monthAt } from "@/ui/format/dates";
import { formatCompactDollars, formatDollars } from "@/ui/format/dollars";
import { formatAge, formatUntil } from "@/ui/format/durations";
import { MonthSelector } from "@/ui/MonthSelector";
import { FIRST_MONTH, type Month } from "@/ui/months";
import { Notice } from "@/ui/Notice";
import { EmptyState } from "@/ui/PageState";
import { Podium } from "@/ui/Podium";
import { ShortDollars } from "@/ui/ShortDollars";
import { Skeleton } from "@/ui/Skeleton";
import { CallFailure } from "@/wire/failure";
import { useAgeClock } from "@/wire/remaining";
import { serverNow } from "@/wire/server-clock";
import { BoardHeader, BoardView, LoadingBoard } from "./Board";
import { standingOf } from "./freshness";
import { prizedText, prizeSumText, prizeText } from "./money";
import { PaidMark } from "./PaidMark";
import { type WagerAnswer, type WagerEntry, wagerLeaderboardQuery } from "./queries";
import { podiumOf } from "./standings";
import * as texts from "./texts/en";
import { PrizeTable, WagerTable } from "./WagerTable";

type WagerLeaderboardPageProps = {
  /** As it stands in the address, null without one. */
  month: Month | null;
};

/** /leaderboard: who wagered most in a month, and what the places pay. */
export function WagerLeaderboardPage({ month: asked }: WagerLeaderboardPageProps) {
  const casino = useSite()?.casinoName;
  const navigate = useNavigate();
  // Until the server has said which months there are, its clock tells the newest one.
  const [limits, setLimits] = useState(() => ({
    first: FIRST_MONTH,
    current: monthAt(serverNow(), "UTC"),
  }));
  // The current month has no name of its own, so that it follows the server's over its end.
  const isOther = asked !== null && asked >= limits.first && asked < limits.current;
  const query = useQuery(wagerLeaderboardQuery(isOther ? asked : null));
  const { data, error, isPlaceholderData } = query;
  const { firstMonth = limits.first, currentMonth = limits.current } = data ?? {};
  if (firstMonth !== limits.first || currentMonth !== limits.current)
    setLimits({ first: firstMonth, current: currentMonth });

  const isUnlisted = asked !== null && !isOther && data !== undefined;
  useEffect(() => {
    if (isUnlisted)
      void navigate({ to: "/leaderboard", search: {}, replace: true, resetScroll: false });
  }, [isUnlisted, navigate]);

  const month = isOther ? asked : limits.current;
  const shown = isPlaceholderData ? undefined : data;
  return (
    <div className="flex flex-col gap-8 pt-2 pb-4">
      <BoardHeader
        title={texts.monthlyWager}
        lead={introOf(casino)}
        aside={
          <MonthSelector
            month={month}
            first={limits.first}
            current={limits.current}
            side="end"
            onMonth={(next) =>
              void navigate({
                to: "/leaderboard",
                search: next === limits.current ? {} : { month: next },
                resetScroll: false,
              })
            }
          />
        }
      />
      {(shown !== undefined || error === null) && <PoolBanner month={month} data={shown} />}
      <BoardView
        query={{ ...query, data: shown, ...(shown && error === null && sourceState(shown)) }}
        loading={<LoadingBoard label={texts.loading(formatMonth(month))} />}
      >
        {(loaded) => <Board data={loaded} />}
      </BoardView>
    </div>
  );
}

/** Without a casino there is no code either. */
function introOf(casino: string | undefined): string {
  if (casino === undefined) return texts.intro;
  return casino === "" ? texts.introWithoutCode : texts.introAt(casino);
}

/** What the month pays, and how old the figures are. */
function PoolBanner({ month, data }: { month: Month; data: WagerAnswer | undefined }) {
  const periods = useSite()?.prizePeriods ?? [];
  const prized = data === undefined ? null : prizedText(data.entries);
  const sum = data === undefined ? null : prizeSumText(periods, month, data.pool);
  // A site without prizes promises none.
  if (data?.pool === 0 && prized === null) {
    return (
      <div className="surface rounded-xl px-5 py-4 sm:px-8">
        <Freshness data={data} />
      </div>
    );
  }
  return (
    <section
      aria-label={texts.prizePool}
      className="surface relative isolate overflow-hidden rounded-xl px-5 py-6 sm:px-8 sm:py-8"
    >
      <div
        aria-hidden="true"
        className="absolute -top-24 left-0 -z-10 h-72 w-full max-w-[36rem] bg-[radial-gradient(closest-side,oklch(.835_.142_86/.16),transparent)]"
      />
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <div>
          <p className="eyebrow">{texts.prizePoolText(formatMonth(month))}</p>
          {data === undefined ? (
            <Skeleton className="mt-3 h-12 w-44 rounded-md sm:h-15" />
          ) : (
            <p className="mt-3 font-display text-4xl font-extrabold tracking-tight text-gold-300 sm:text-5xl">
              {formatDollars(data.pool)}
            </p>
          )}
          {sum !== null && <p className="mt-2 text-sm text-muted">{sum}</p>}
          {prized !== null && <p className="mt-2 text-sm text-muted">{prized}</p>}
        </div>
        {data !== undefined && <Freshness data={data} />}
      </div>
    </section>
  );
}

function Freshness({ data }: { data: WagerAnswer }) {
  const standing = standingOf(data);
  const { nextUpdateAt } = data;
  // The casino hands out figures that it has made a while ago, and says when.
  const madeAt = data.madeAt ?? data.updatedAt;
  const clock = useAgeClock(madeAt);
  return (
    <div className="flex flex-col items-start gap-1.5 text-sm text-muted">
      {standing !== null && (
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <Badge>{standing.name}</Badge>
          <span>
            {standing.text}
            {standing.since !== undefined && (
              <>
                {" "}
                <time
                  dateTime={standing.since}
                  title={formatMoment(standing.since)}
                  className="text-text"
                >
                  {formatDay(standing.since)}
                </time>
                .
              </>
            )}
          </span>
        </p>
      )}
      {data.source !== "sample" && madeAt !== null && (
        <p>
          {texts.figuresCasinoFrom(
            <time dateTime={madeAt} title={formatMoment(madeAt)} className="text-text">
              {formatAge(madeAt, clock)}
            </time>,
            nextUpdateAt !== null && (
              <>
                {texts.nextOnes}
                <time
                  dateTime={nextUpdateAt}
                  title={formatMoment(nextUpdateAt)}
                  className="text-text"
                >
                  {formatUntil(nextUpdateAt, clock)}
                </time>
              </>
            ),
          )}
        </p>
      )}
    </div>
  );
}

/** An answer of the server for which its source failed is shown as a failed read. */
function sourceState({ warning, entries, updatedAt }: WagerAnswer) {
  if (warning === null) return null;
  const error = new CallFailure({
    error: "source_failed",
    message: texts.noEarlierFiguresMonth,
    status: 200,
  });
  return entries.length === 0 && updatedAt === null ? { data: undefined, error } : { error };
}

function Board({ data }: { data: WagerAnswer }) {
  const podium = podiumOf(data.entries, (entry) => entry.wagered);
  const isEmpty = data.entries.length === 0;
  return (
    <>
      {(data.notice !== null || (data.empty !== null && !isEmpty)) && (
        <div className="flex flex-col gap-3">
          {data.empty !== null && !isEmpty && <Notice>{data.empty}</Notice>}
          {data.notice !== null && <Notice>{data.notice}</Notice>}
        </div>
      )}
      {podium !== null && (
        <Podium
          label={texts.firstThree}
          entries={[onPodium(podium[0]), onPodium(podium[1]), onPodium(podium[2])]}
          className="pt-2"
        />
      )}
      {isEmpty ? (
        <>
          <Card>
            <EmptyState
              art={<EmptyRows />}
              title={data.empty ?? texts.noDataAvailableTry(formatMonth(data.month))}
            />
          </Card>
          {data.month === data.currentMonth && <PrizeTable month={data.month} />}
        </>
      ) : (
        <WagerTable entries={data.entries} month={data.month} isSample={data.source === "sample"} />
      )}
    </>
  );
}

function onPodium({ rank, username, wagered, prize, own, paid }: WagerEntry) {
  const text = prizeText(prize);
  return {
    key: String(rank),
    name: username,
    value: (
      <Fits text={formatCompactDollars(wagered)}>
        <ShortDollars amount={wagered} />
      </Fits>
    ),
    ...(text !== null && {
      note: (
        <span className="inline-flex items-center gap-x-2">
          <span className="font-semibold text-gold-300">{text}</span> {paid && <PaidMark />}
        </span>
      ),
    }),
    isOwn: own,
  };
}
