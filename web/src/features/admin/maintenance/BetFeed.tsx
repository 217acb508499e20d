import { useQuery } from "@tanstack/react-query";
import { ArrowDownRight, ArrowUpRight, Equal } from "lucide-react";
import { useEffect, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { gameName } from "@/features/games/registry";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatMoment } from "@/ui/format/dates";
import { formatClock, formatDayClock } from "@/ui/format/detail";
import { formatPoints } from "@/ui/format/numbers";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { type Column, Table } from "@/ui/Table";
import { followBets, type LiveBet, liveBetsQuery } from "./bets";
import * as texts from "./texts/en";

/** How many bets the screen shows at first. */
const SHOWN = 20;

type BetFeedProps = {
  /** How many bets are shown at first. */
  shown?: number;
};

/** The latest bets of all members, newest first. */
export function BetFeed({ shown = SHOWN }: BetFeedProps) {
  const [isWhole, setWhole] = useState(false);
  const query = useQuery(liveBetsQuery);
  useEffect(followBets, []);
  return (
    <div className="flex flex-col gap-4">
      <QueryView query={query} what={texts.theBets} loading={<LoadingRows />} failedAs="bare">
        {(bets) =>
          bets.length === 0 ? (
            <Card>
              <EmptyState level={3} art={<EmptyRows />} title={texts.noBets}>
                <p>{texts.noBetsHint}</p>
              </EmptyState>
            </Card>
          ) : (
            <>
              <BetTable bets={isWhole ? bets : bets.slice(0, shown)} />
              {bets.length > shown && (
                <Button className="self-start" onClick={() => setWhole(!isWhole)}>
                  {isWhole ? texts.showLatest(shown) : texts.showAll(bets.length)}
                </Button>
              )}
            </>
          )
        }
      </QueryView>
    </div>
  );
}

function BetTable({ bets }: { bets: readonly LiveBet[] }) {
  return (
    <Card
      role="region"
      aria-label={texts.liveBets}
      // Scrolls sideways and holds nothing to press, so it can be reached with the keyboard.
      tabIndex={0}
      className="overflow-x-auto"
    >
      <Table
        look="panel"
        className="min-w-[44rem]"
        caption={texts.betsCaption}
        rows={bets}
        rowKey={({ id }) => id}
        columns={columns}
      />
    </Card>
  );
}

const columns: readonly Column<LiveBet>[] = [
  {
    header: texts.columns.time,
    cellClass: "whitespace-nowrap text-muted",
    cell: ({ timestamp }) => <Moment at={timestamp} />,
  },
  {
    header: texts.columns.player,
    cellClass: "font-semibold",
    cell: ({ playerName, test }) => (
      <>
        {playerName}
        {test && (
          <>
            {" "}
            <span className="text-xs font-medium text-muted">{texts.testAccount}</span>
          </>
        )}
      </>
    ),
  },
  { header: texts.columns.game, cell: ({ game }) => gameName(game) },
  { header: texts.columns.betType, cellClass: "text-muted", cell: ({ betType }) => betType },
  { header: texts.columns.bet, align: "right", cell: ({ betAmount }) => formatPoints(betAmount) },
  {
    header: texts.columns.paid,
    align: "right",
    cellClass: "font-semibold",
    cell: ({ winAmount }) => formatPoints(winAmount),
  },
  { header: texts.columns.result, cell: ({ result }) => <Outcome result={result} /> },
];

function Moment({ at }: { at: string }) {
  const when = new Date(at);
  if (Number.isNaN(when.getTime())) return <>{at}</>;
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {timeOf(when)}
    </time>
  );
}

/** The time of today; bets of other days say which. */
function timeOf(when: Date): string {
  const isToday = when.toDateString() === new Date().toDateString();
  return isToday ? formatClock(when) : formatDayClock(when);
}

const outcomes = {
  win: { label: texts.results.win, icon: ArrowUpRight, tone: "text-win" },
  loss: { label: texts.results.loss, icon: ArrowDownRight, tone: "text-loss" },
  push: { label: texts.results.push, icon: Equal, tone: "text-muted" },
} as const;

function Outcome({ result }: { result: LiveBet["result"] }) {
  const { label, icon: Icon, tone } = outcomes[result];
  return (
    <span className={cx("inline-flex items-center gap-1.5 font-semibold", tone)}>
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </span>
  );
}

function LoadingRows() {
  return (
    <Card className="flex flex-col gap-3 p-4">
      <span role="status" className="sr-only">
        {texts.loadingBets}
      </span>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-8 rounded-sm" />
      ))}
    </Card>
  );
}
