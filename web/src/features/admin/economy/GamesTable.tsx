import { CirclePause, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatMoment } from "@/ui/format/dates";
import { formatPoints } from "@/ui/format/numbers";
import { formatPercent } from "@/ui/format/percent";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import { type GameEconomy, resetBudget } from "./queries";

type GamesTableProps = { games: readonly GameEconomy[]; onDone: (text: string) => void };

/** What each game is expected to pay back, what it has paid, and its prize budget of today. */
export function GamesTable({ games, onDone }: GamesTableProps) {
  const [asked, setAsked] = useState<GameEconomy | null>(null);
  return (
    <section aria-labelledby="games" className="flex flex-col gap-4">
      <div>
        <h2 id="games" className="text-lg">
          House games
        </h2>
        <p className="mt-1 text-sm text-muted">
          A game pauses for the rest of the site day once it has paid out its prize budget, net of
          what was staked.
        </p>
      </div>
      <Card className="relative overflow-x-auto">
        <table className="w-full min-w-[56rem] text-left text-sm">
          <caption className="sr-only">Returns and prize budgets of the house games</caption>
          <thead>
            <tr className="border-b border-line text-muted [&>th]:px-4 [&>th]:py-3 [&>th]:font-medium">
              <th scope="col">Game</th>
              <th scope="col" className="text-right">
                Rounds
              </th>
              <th scope="col" className="text-right">
                Staked
              </th>
              <th scope="col" className="text-right">
                Paid
              </th>
              <th scope="col" className="text-right">
                Expected return
              </th>
              <th scope="col" className="text-right">
                Paid return
              </th>
              <th scope="col" className="w-[22%]">
                Prize budget today
              </th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {games.map((game) => (
              <GameRow key={game.game} game={game} onReset={() => setAsked(game)} />
            ))}
          </tbody>
        </table>
      </Card>
      {asked !== null && (
        <ConfirmDialog
          title={`Reset the prize budget of ${asked.title}?`}
          text={`What it has paid out today, ${formatPoints(asked.budgetUsed)} points net, is struck off: the whole ${formatPoints(asked.budget)} points are there again${asked.pausedUntil === null ? "" : ", and the game opens at once"}. No balance changes.`}
          confirm="Reset the budget"
          tone="danger"
          onClose={() => setAsked(null)}
          onConfirm={async () => onDone(await resetBudget(asked.game))}
        />
      )}
    </section>
  );
}

function GameRow({ game, onReset }: { game: GameEconomy; onReset: () => void }) {
  return (
    <tr className="border-b border-line last:border-b-0 hover:bg-ink-850 [&>td]:px-4 [&>td]:py-3 [&>th]:px-4 [&>th]:py-3">
      <th scope="row" className="font-semibold">
        <span className="flex flex-wrap items-center gap-2">
          {game.title}
          {game.pausedUntil !== null && (
            <Badge tone="loss">
              <CirclePause aria-hidden="true" className="size-3.5" />
              Paused until {formatMoment(game.pausedUntil)}
            </Badge>
          )}
          {game.disabled && <Badge>Offline</Badge>}
        </span>
      </th>
      <td className="text-right">{formatPoints(game.rounds)}</td>
      <td className="text-right">{formatPoints(game.staked)}</td>
      <td className="text-right">{formatPoints(game.paid)}</td>
      <td className="text-right">
        <span
          className={cx(
            "inline-flex items-center justify-end gap-1.5 font-semibold",
            game.positive && "text-loss",
          )}
        >
          {game.positive && (
            <>
              <TriangleAlert aria-hidden="true" className="size-4" />
              <span className="sr-only">Pays back more than it takes: </span>
            </>
          )}
          {formatPercent(game.expectedReturn)}
        </span>
      </td>
      <td className="text-right font-semibold">
        {game.paidReturn === null ? (
          <>
            <span aria-hidden="true" className="font-normal text-muted">
              –
            </span>
            <span className="sr-only">No bets yet</span>
          </>
        ) : (
          formatPercent(game.paidReturn)
        )}
      </td>
      <td>
        <Budget game={game} />
      </td>
      <td className="text-right">
        <Button
          size="sm"
          disabled={game.budgetUsed === 0}
          aria-label={`Reset the prize budget of ${game.title}`}
          onClick={onReset}
        >
          Reset
        </Button>
      </td>
    </tr>
  );
}

/** How much of today's prize budget is gone. */
function Budget({ game: { budget, budgetUsed, title } }: { game: GameEconomy }) {
  const share = budget === 0 ? 0 : Math.min(1, budgetUsed / budget);
  const text = `${formatPoints(budgetUsed)} of ${formatPoints(budget)}`;
  return (
    <>
      <div
        role="progressbar"
        aria-label={`Prize budget of ${title} used today`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-ink-700"
      >
        <div
          style={{ transform: `scaleX(${share})` }}
          className={cx(
            "h-full origin-left rounded-full",
            share >= 0.8 ? "bg-loss" : "bg-text/70",
            share === 0 && "opacity-0",
          )}
        />
      </div>
      <p aria-hidden="true" className="mt-1 text-xs whitespace-nowrap text-muted">
        {text}
      </p>
    </>
  );
}
