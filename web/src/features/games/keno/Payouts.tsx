import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { formatCount, plural } from "@/ui/format/words";
import { readBet } from "../common/bet";
import { chancePercent } from "../common/fraction";
import { NoOdds, useAreOddsMissing } from "../common/Odds";
import { oneIn } from "../common/odds/exact";
import { hitsAmong, multiplierText, payoutSteps } from "./model";
import { kenoChance, kenoRow } from "./odds";
import { useKenoRules } from "./rules";
import { drawnSoFar, useKenoTable } from "./table";

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
        What hits pay shows here once you have picked a number.
      </p>
    );
  return (
    <ol
      aria-label="What hits pay"
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
            {count} <span className="sr-only sm:not-sr-only">{plural(count, "hit")}</span>
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
      <h2 className="text-lg">
        Chances with {formatCount(picks.length, "number")}, {risk} risk
      </h2>
      <p className="mt-1 text-sm text-muted">
        Every draw takes {rules.drawn} of {rules.numbers} numbers, all equally likely. The chances
        are the same at every risk, whichever numbers you pick.
      </p>
      <table className="mt-3 w-full text-sm">
        <thead className="text-xs text-muted">
          <tr className="border-b border-line [&>th]:py-2 [&>th]:font-medium">
            <th scope="col" className="text-left">
              Hits
            </th>
            <th scope="col" className="text-right">
              Chance
            </th>
            <th scope="col" className="text-right max-sm:hidden">
              That is
            </th>
            <th scope="col" className="text-right">
              Pays
            </th>
            <th scope="col" className="text-right">
              {bet === null ? "Returns" : `Returns at ${formatPoints(bet)}`}
            </th>
          </tr>
        </thead>
        <tbody>
          {payoutSteps(row).map(({ hits, multiplier }) => {
            const chance = kenoChance(rules, picks.length, hits);
            const returns = bet === null ? null : Math.floor((bet * multiplier) / 100);
            return (
              <tr
                key={hits}
                className="border-b border-line last:border-0 [&>td]:py-2 [&>td]:text-right"
              >
                <th scope="row" className="text-left font-semibold">
                  {hits}
                </th>
                <td>{chancePercent(chance)}%</td>
                <td className="text-muted max-sm:hidden">{oneIn(chance)}</td>
                <td className={multiplier === 0 ? "text-faint" : "font-semibold"}>
                  {multiplierText(multiplier)}
                </td>
                <td
                  className={cx(
                    returns !== null && bet !== null && returns > bet
                      ? "font-semibold text-gold-300"
                      : "text-muted",
                  )}
                >
                  {returns === null ? "–" : formatPoints(returns)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
