import { useQuery } from "@tanstack/react-query";
import { useMember } from "@/features/session/store";
import { useIsOn } from "@/features/site/modules";
import { PageLink } from "@/features/site/PageLink";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Fits } from "@/ui/Fits";
import { formatDays, formatMonth } from "@/ui/format/dates";
import { formatCompactPoints } from "@/ui/format/numbers";
import { MonthFrame } from "@/ui/MonthSelector";
import { EmptyState } from "@/ui/PageState";
import { Podium } from "@/ui/Podium";
import { Points } from "@/ui/Points";
import { Rank } from "@/ui/Rank";
import { Skeleton } from "@/ui/Skeleton";
import { type Column, Table } from "@/ui/Table";
import { BoardHeader, BoardView, LoadingBoard, ownRow, PlaceName, placeNameCell } from "./Board";
import { type PointsLeaderboard, pointsLeaderboardQuery } from "./queries";
import { type Place, podiumOf, standings } from "./standings";
import * as texts from "./texts/en";

/** /leaderboard/points: who earned most points in the current month or week. */
export function PointsLeaderboardPage() {
  return (
    <div className="flex flex-col gap-8 pt-2 pb-4">
      <BoardHeader title={texts.points} lead={texts.pointsLead} aside={<Period />} />
      <Board />
    </div>
  );
}

/** Only the current month or week is shown, so there is nowhere to go from it. */
function Period() {
  const { data, isError } = useQuery(pointsLeaderboardQuery);
  if (isError && data === undefined) return null;
  return (
    <MonthFrame onPrevious={null} onNext={null}>
      <span className="min-w-36 flex-1 text-center font-semibold">
        {data === undefined ? (
          <Skeleton className="mx-auto h-5 w-28 rounded-sm" />
        ) : (
          periodText(data)
        )}
      </span>
    </MonthFrame>
  );
}

/** A month that follows on weeks may begin later than on the first. */
const periodText = ({ cycle, firstDay, lastDay }: PointsLeaderboard) =>
  cycle === "month" && firstDay.endsWith("-01")
    ? formatMonth(firstDay)
    : formatDays(firstDay, lastDay);

function Board() {
  const query = useQuery(pointsLeaderboardQuery);
  return (
    <BoardView query={query} loading={<LoadingBoard label={texts.loadingLeaderboard} />}>
      {(data) => <Places data={data} />}
    </BoardView>
  );
}

function Places({ data: { cycle, leaderboard, own } }: { data: PointsLeaderboard }) {
  const member = useMember();
  const places = standings(leaderboard, member?.username ?? null);
  const podium = podiumOf(places, (place) => place.totalPoints);
  return (
    <>
      {places.length === 0 && <NobodyYet cycle={cycle} />}
      {podium !== null && (
        <Podium
          label={texts.firstThree}
          entries={[onPodium(podium[0]), onPodium(podium[1]), onPodium(podium[2])]}
          className="pt-2"
        />
      )}
      {places.length > 0 && (
        <div className="flex flex-col gap-4">
          {own !== null && (
            <p className="text-muted">
              {texts.ownPlace[cycle](
                <strong className="text-text">{texts.number(own.rank)}</strong>,
              )}
            </p>
          )}
          <PlacesTable places={places} cycle={cycle} />
        </div>
      )}
    </>
  );
}

type Cycle = PointsLeaderboard["cycle"];

function NobodyYet({ cycle }: { cycle: Cycle }) {
  const isOn = useIsOn();
  const hasCalendar = isOn("/rewards/daily-calendar");
  return (
    <Card>
      <EmptyState
        art={<EmptyRows />}
        title={texts.nobodyYet[cycle]}
        actions={
          <PageLink to="/rewards/daily-calendar" className={buttonClass("gold")}>
            {texts.openDailyCalendar}
          </PageLink>
        }
      >
        <p>{hasCalendar ? texts.firstClaimDailyCalendar : texts.firstToEarnPoints}</p>
      </EmptyState>
    </Card>
  );
}

function onPodium({ rank, username, totalPoints, isOwn }: Place) {
  return {
    key: String(rank),
    name: username,
    value: (
      <Fits text={`00${formatCompactPoints(totalPoints)}`}>
        <Points amount={totalPoints} short className="max-sm:gap-1" />
      </Fits>
    ),
    isOwn,
  };
}

function PlacesTable({ places, cycle }: { places: readonly Place[]; cycle: Cycle }) {
  return (
    <Card className="overflow-hidden">
      <Table
        look="page"
        caption={texts.pointsEarned[cycle]}
        rows={places}
        rowKey={({ rank }) => rank}
        rowClass={({ isOwn }) => isOwn && ownRow}
        columns={columns}
      />
    </Card>
  );
}

const columns: readonly Column<Place>[] = [
  {
    header: texts.rank,
    className: "pl-4 sm:pl-6",
    headerClass: "pr-5 sm:pr-8",
    cell: ({ rank }) => <Rank rank={rank} />,
  },
  {
    header: texts.username,
    cellClass: placeNameCell,
    cell: ({ username, isOwn }) => <PlaceName name={username} isOwn={isOwn} />,
  },
  {
    header: texts.points,
    align: "right",
    className: "pr-4 sm:pr-6",
    cell: ({ totalPoints }) => <Points amount={totalPoints} short />,
  },
];
