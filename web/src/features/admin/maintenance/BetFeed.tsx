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
import { followBets, type LiveBet, liveBetsQuery } from "./bets";

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
      <QueryView query={query} what="The bets" loading={<LoadingRows />} hasCard={false}>
        {(bets) =>
          bets.length === 0 ? (
            <Card>
              <EmptyState level={3} art={<EmptyRows />} title="No bets yet">
                <p>Bets in the house games will appear here as they are placed.</p>
              </EmptyState>
            </Card>
          ) : (
            <>
              <BetTable bets={isWhole ? bets : bets.slice(0, shown)} />
              {bets.length > shown && (
                <Button className="self-start" onClick={() => setWhole(!isWhole)}>
                  {isWhole ? `Show the latest ${shown}` : `Show all ${bets.length}`}
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
      aria-label="Live bets"
      // Scrolls sideways and holds nothing to press, so it can be reached with the keyboard.
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full min-w-[44rem] text-left text-sm">
        <caption className="sr-only">The latest bets, newest first</caption>
        <thead>
          <tr className="border-b border-line text-muted [&>th]:px-4 [&>th]:py-3 [&>th]:font-medium">
            <th scope="col">Time</th>
            <th scope="col">Player</th>
            <th scope="col">Game</th>
            <th scope="col">Bet type</th>
            <th scope="col" className="text-right">
              Bet
            </th>
            <th scope="col" className="text-right">
              Paid
            </th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {bets.map((bet) => (
            <tr
              key={bet.id}
              className="border-b border-line last:border-b-0 hover:bg-ink-850 [&>td]:px-4 [&>td]:py-3"
            >
              <td className="whitespace-nowrap text-muted">
                <Moment at={bet.timestamp} />
              </td>
              <td className="font-semibold">
                {bet.playerName}
                {bet.test && (
                  <>
                    {" "}
                    <span className="text-xs font-medium text-muted">Test</span>
                  </>
                )}
              </td>
              <td>{gameName(bet.game)}</td>
              <td className="text-muted">{bet.betType}</td>
              <td className="text-right">{formatPoints(bet.betAmount)}</td>
              <td className="text-right font-semibold">{formatPoints(bet.winAmount)}</td>
              <td>
                <Outcome result={bet.result} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

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
  win: { label: "Win", icon: ArrowUpRight, tone: "text-win" },
  loss: { label: "Loss", icon: ArrowDownRight, tone: "text-loss" },
  push: { label: "Push", icon: Equal, tone: "text-muted" },
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
        Loading the bets
      </span>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-8 rounded-sm" />
      ))}
    </Card>
  );
}
