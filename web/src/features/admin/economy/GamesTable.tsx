import { CirclePause, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatMoment } from "@/ui/format/dates";
import { formatPoints } from "@/ui/format/numbers";
import { formatPercent } from "@/ui/format/percent";
import { type Column, Table } from "@/ui/Table";
import { Private } from "../shell/Private";
import { useHiding } from "../shell/private";
import * as hidden from "../shell/texts/private.en";
import { type GameEconomy, resetBudget } from "./queries";
import * as texts from "./texts/en";

type GamesTableProps = { games: readonly GameEconomy[]; onDone: (text: string) => void };

/** What each game is expected to pay back, what it has paid, and its prize budget of today. */
export function GamesTable({ games, onDone }: GamesTableProps) {
  const [asked, setAsked] = useState<GameEconomy | null>(null);
  return (
    <section aria-labelledby="games" className="flex flex-col gap-4">
      <div>
        <h2 id="games" className="text-lg">
          {texts.houseGames}
        </h2>
        <p className="mt-1 text-sm text-muted">{texts.gamePausesRestSite}</p>
      </div>
      <Card className="relative overflow-x-auto">
        <Table
          look="panel"
          className="min-w-[56rem]"
          caption={texts.returnsPrizeBudgetsHouse}
          rows={games}
          rowKey={({ game }) => game}
          columns={[...columns, resetColumn(setAsked)]}
        />
      </Card>
      {asked !== null && (
        <ConfirmDialog
          title={texts.resetPrizeBudget(asked.title)}
          text={texts.resetBudgetEffect(
            formatPoints(asked.budgetUsed),
            formatPoints(asked.budget),
            asked.pausedUntil !== null,
          )}
          confirm={texts.resetBudget}
          tone="danger"
          onClose={() => setAsked(null)}
          onConfirm={async () => onDone(await resetBudget(asked.game))}
        />
      )}
    </section>
  );
}

const columns: readonly Column<GameEconomy>[] = [
  {
    header: texts.game,
    isRowHeader: true,
    cellClass: "font-semibold",
    cell: (game) => (
      <span className="flex flex-wrap items-center gap-2">
        {game.title}
        {game.pausedUntil !== null && (
          <Badge tone="loss">
            <CirclePause aria-hidden="true" className="size-3.5" />
            {texts.pausedUntil(formatMoment(game.pausedUntil))}
          </Badge>
        )}
        {game.disabled && <Badge>{texts.offline}</Badge>}
      </span>
    ),
  },
  { header: texts.rounds, align: "right", cell: ({ rounds }) => formatPoints(rounds) },
  { header: texts.staked, align: "right", cell: ({ staked }) => formatPoints(staked) },
  { header: texts.paid, align: "right", cell: ({ paid }) => formatPoints(paid) },
  {
    header: texts.expectedReturn,
    align: "right",
    cell: (game) => <ExpectedReturn game={game} />,
  },
  {
    header: texts.paidReturn,
    align: "right",
    cellClass: "font-semibold",
    cell: ({ paidReturn }) => (paidReturn === null ? <NoBets /> : formatPercent(paidReturn)),
  },
  {
    header: texts.prizeBudgetToday,
    headerClass: "w-[22%]",
    cell: (game) => <Budget game={game} />,
  },
];

function resetColumn(onReset: (game: GameEconomy) => void): Column<GameEconomy> {
  return {
    header: texts.actions,
    isHeaderHidden: true,
    align: "right",
    cell: (game) => (
      <Button
        size="sm"
        disabled={game.budgetUsed === 0}
        aria-label={texts.resetPrizeBudgetText(game.title)}
        onClick={() => onReset(game)}
      >
        {texts.reset}
      </Button>
    ),
  };
}

function ExpectedReturn({ game: { positive, expectedReturn } }: { game: GameEconomy }) {
  return (
    <span
      className={cx(
        "inline-flex items-center justify-end gap-1.5 font-semibold",
        positive && "text-loss",
      )}
    >
      {positive && (
        <>
          <TriangleAlert aria-hidden="true" className="size-4" />
          <span className="sr-only">{texts.paysBackMoreThan}</span>
        </>
      )}
      {formatPercent(expectedReturn)}
    </span>
  );
}

function NoBets() {
  return (
    <>
      <span aria-hidden="true" className="font-normal text-muted">
        –
      </span>
      <span className="sr-only">{texts.noBetsYet}</span>
    </>
  );
}

/** How much of today's prize budget is gone. */
function Budget({ game: { budget, budgetUsed, title } }: { game: GameEconomy }) {
  const share = budget === 0 ? 0 : Math.min(1, budgetUsed / budget);
  const isHiding = useHiding();
  const text = texts.budgetUsed(formatPoints(budgetUsed), formatPoints(budget));
  return (
    <>
      <div
        role="progressbar"
        aria-label={texts.prizeBudgetUsedToday(title)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        {...(!isHiding && { "aria-valuetext": text })}
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
      <p
        {...(!isHiding && { "aria-hidden": true })}
        className="mt-1 text-xs whitespace-nowrap text-muted"
      >
        <Private what={hidden.budgetOf(title)}>{text}</Private>
      </p>
    </>
  );
}
