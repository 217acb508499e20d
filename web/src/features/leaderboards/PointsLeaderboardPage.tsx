import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useMember } from "@/features/session/store";
import { useSite } from "@/features/site/queries";
import { BrokenSignal } from "@/ui/art/BrokenSignal";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { buttonClass, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { EmptyState, ErrorState } from "@/ui/PageState";
import { Podium } from "@/ui/Podium";
import { Points } from "@/ui/Points";
import { Skeleton } from "@/ui/Skeleton";
import { asFailure } from "@/wire/failure";
import { serverNow } from "@/wire/server-clock";
import { pointsLeaderboardQuery } from "./queries";
import { monthLabel, type Place, podiumOf, standings } from "./standings";

/** /leaderboard/points: who earned most points this month. */
export function PointsLeaderboardPage() {
  return (
    <div className="flex flex-col gap-8 pt-2 pb-4">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <p className="eyebrow">Leaderboard</p>
          <h1 className="mt-3 text-3xl font-extrabold">Points</h1>
          <p className="mt-3 max-w-[34rem] text-muted">
            Points earned since the month began: rewards and wins add, losses take away. Spending
            points never costs a place.
          </p>
        </div>
        <MonthSwitch />
      </header>
      <Board />
    </div>
  );
}

/** Only the current month is kept, so there is nowhere to go from it. */
function MonthSwitch() {
  const timeZone = useSite()?.timezone;
  return (
    <div className="well flex items-center gap-1 rounded-md p-1 max-sm:w-full">
      <IconButton label="Previous month" disabled>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </IconButton>
      <span className="min-w-36 flex-1 text-center font-semibold">
        {timeZone === undefined ? (
          <Skeleton className="mx-auto h-5 w-28 rounded-sm" />
        ) : (
          monthLabel(serverNow(), timeZone)
        )}
      </span>
      <IconButton label="Next month" disabled>
        <ChevronRight aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}

function Board() {
  const member = useMember();
  const { data, error, isFetching, refetch } = useQuery(pointsLeaderboardQuery);
  if (data === undefined && error !== null)
    return (
      <Card>
        <ErrorState
          art={<BrokenSignal />}
          title="The leaderboard could not be loaded"
          message={asFailure(error).message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  if (data === undefined) return <LoadingBoard />;

  const places = standings(data.leaderboard, member?.username ?? null);
  if (places.length === 0)
    return (
      <Card>
        <EmptyState
          art={<EmptyRows />}
          title="Nobody has earned points yet this month"
          actions={
            <Link to="/rewards/daily-calendar" className={buttonClass("gold")}>
              Open the daily calendar
            </Link>
          }
        >
          <p>The first claim of the daily calendar already leads the table.</p>
        </EmptyState>
      </Card>
    );

  const podium = podiumOf(places);
  const { own } = data;
  return (
    <>
      {podium !== null && (
        <Podium
          label="The first three"
          entries={[onPodium(podium[0]), onPodium(podium[1]), onPodium(podium[2])]}
          className="pt-2"
        />
      )}
      <div className="flex flex-col gap-4">
        {own !== null && (
          <p className="text-muted">
            You are <strong className="text-text">number {own.rank}</strong> this month.
          </p>
        )}
        <PlacesTable places={places} />
      </div>
    </>
  );
}

function onPodium({ rank, username, totalPoints, isOwn }: Place) {
  return {
    key: String(rank),
    name: username,
    value: <Points amount={totalPoints} className="max-sm:gap-1" />,
    isOwn,
  };
}

const medals: Readonly<Record<number, string>> = {
  1: "bg-[oklch(.835_.142_86)] text-on-gold",
  2: "bg-[oklch(.84_.012_270)] text-ink-900",
  3: "bg-[oklch(.72_.1_54)] text-ink-950",
};

function PlacesTable({ places }: { places: readonly Place[] }) {
  return (
    <Card className="overflow-hidden">
      <table className="w-full text-left">
        <caption className="sr-only">Points earned this month</caption>
        <thead>
          <tr className="eyebrow border-b border-line">
            <th scope="col" className="py-3 pr-5 pl-4 font-semibold sm:pr-8 sm:pl-6">
              Rank
            </th>
            <th scope="col" className="py-3 font-semibold">
              Username
            </th>
            <th scope="col" className="py-3 pr-4 text-right font-semibold sm:pr-6">
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr
              key={place.rank}
              className={cx(
                "border-b border-line last:border-0",
                place.isOwn && "bg-gold-400/8 shadow-[inset_3px_0_0_var(--color-gold-400)]",
              )}
            >
              <td className="py-2.5 pl-4 sm:pl-6">
                <span
                  className={cx(
                    "inline-flex size-8 items-center justify-center rounded-full text-sm font-bold",
                    medals[place.rank] ?? "bg-ink-800 text-muted",
                  )}
                >
                  {place.rank}
                </span>
              </td>
              <td className="max-w-0 w-full truncate py-2.5 pr-3 font-medium">
                {place.username}
                {place.isOwn && <span className="ml-2 text-sm text-muted">(you)</span>}
              </td>
              <td className="py-2.5 pr-4 text-right sm:pr-6">
                <Points amount={place.totalPoints} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function LoadingBoard() {
  return (
    <div role="status" className="flex flex-col gap-8">
      <span className="sr-only">Loading the leaderboard</span>
      <div className="mx-auto flex w-full max-w-[42rem] items-end">
        <Skeleton className="h-33 flex-1 sm:h-38" />
        <Skeleton className="h-42 flex-1 sm:h-48" />
        <Skeleton className="h-29 flex-1 sm:h-31" />
      </div>
      <Card className="flex flex-col gap-3 p-4 sm:p-6">
        {[0, 1, 2, 3, 4, 5, 6].map((row) => (
          <div key={row} className="flex items-center gap-4">
            <Skeleton className="size-8 rounded-full" />
            <Skeleton className="h-5 flex-1 rounded-sm" />
            <Skeleton className="h-5 w-20 rounded-sm" />
          </div>
        ))}
      </Card>
    </div>
  );
}
