import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { type Column, Table } from "@/ui/Table";
import { readBet } from "../common/bet";
import { chancePercent } from "../common/fraction";
import { NoOdds, useAreOddsMissing } from "../common/Odds";
import { oneIn } from "../common/odds/exact";
import { hitsAmong, multiplierText, payoutSteps } from "./model";
import { kenoChance, kenoRow } from "./odds";
import { useKenoRules } from "./rules";
import { drawnSoFar, useKenoTable } from "./table";
import * as texts from "./texts/en";

/** What each number of hits pays at this risk; the hits so far are lit while numbers are drawn. */
export function PayoutRow() {
  const rules = useKenoRules();
  const table = useKenoTable();
  const { picks, risk } = table;
  const drawn = drawnSoFar(table);
  const row = kenoRow(rules, risk, picks.length);
  const hits = drawn.length === 0 ? null : hitsAmong(picks, drawn);
  if (useAreOddsMissing()) return <NoOdds />;
  if (row.length === 0)
    return (
      <p className="flex min-h-13 items-center justify-center rounded-md border border-line bg-ink-900 px-4 text-center text-sm text-muted">
        {texts.payoutsHint}
      </p>
    );
  return (
    <ol
      aria-label={texts.payouts}
      className="grid grid-cols-6 gap-1 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none lg:max-xl:grid-flow-row lg:max-xl:grid-cols-6"
    >
      {payoutSteps(row).map(({ hits: count, multiplier }) => (
        <li
          key={count}
          aria-current={count === hits}
          className={cx(
            "flex flex-col items-center rounded-[10px] border py-1.5 transition-[background-color,border-color]",
            count === hits
              ? multiplier > 0
                ? "border-win bg-win/15"
                : "border-line-strong bg-ink-700"
              : "border-line bg-ink-900",
          )}
        >
          <span
            className={cx(
              "text-sm font-semibold",
              count === hits
                ? multiplier > 0
                  ? "text-win"
                  : "text-text"
                : multiplier === 0 || (hits !== null && count < hits)
                  ? "text-faint"
                  : "text-text",
            )}
          >
            {multiplierText(multiplier)}
          </span>
          <span className="text-xs text-muted">
            {texts.hitCount(count, (unit) => (
              <span className="sr-only sm:not-sr-only">{unit}</span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  );
}

/**
 * The exact chances of every number of hits, and what it returns at this bet
 * (docs/games.md, section 6).
 */
export function ChanceTable() {
  const rules = useKenoRules();
  const { picks, risk, betText } = useKenoTable();
  const row = kenoRow(rules, risk, picks.length);
  const { bet } = readBet(betText, rules, Number.POSITIVE_INFINITY);
  if (useAreOddsMissing() || row.length === 0) return null;
  return (
    <Card className="mt-4 p-4 sm:p-6">
      <h2 className="text-lg">{texts.chancesTitle(picks.length, risk)}</h2>
      <p className="mt-1 text-sm text-muted">{texts.chancesText(rules.drawn, rules.numbers)}</p>
      <Table
        look="figures"
        className="mt-3"
        caption={texts.chancesCaption}
        rows={payoutSteps(row)}
        rowKey={({ hits }) => hits}
        columns={columnsOf({ bet, chanceOf: (hits) => kenoChance(rules, picks.length, hits) })}
      />
    </Card>
  );
}

type Step = ReturnType<typeof payoutSteps>[number];
type ColumnsProps = {
  bet: number | null;
  chanceOf: (hits: number) => ReturnType<typeof kenoChance>;
};

function columnsOf({ bet, chanceOf }: ColumnsProps): readonly Column<Step>[] {
  const returnOf = ({ multiplier }: Step) =>
    bet === null ? null : Math.floor((bet * multiplier) / 100);
  return [
    { header: texts.hits, isRowHeader: true, cellClass: "font-semibold", cell: ({ hits }) => hits },
    {
      header: texts.chance,
      align: "right",
      cell: ({ hits }) => `${chancePercent(chanceOf(hits))}%`,
    },
    {
      header: texts.about,
      align: "right",
      className: "max-sm:hidden",
      cellClass: "text-muted",
      cell: ({ hits }) => oneIn(chanceOf(hits)),
    },
    {
      header: texts.pays,
      align: "right",
      cellClassOf: ({ multiplier }) => (multiplier === 0 ? "text-faint" : "font-semibold"),
      cell: ({ multiplier }) => multiplierText(multiplier),
    },
    {
      header: bet === null ? texts.returns : texts.returnsAt(bet),
      align: "right",
      cellClassOf: (step) =>
        bet !== null && (returnOf(step) ?? 0) > bet ? "font-semibold text-gold-300" : "text-muted",
      cell: (step) => {
        const returns = returnOf(step);
        return returns === null ? "–" : formatPoints(returns);
      },
    },
  ];
}
