import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatSiteWeekday } from "@/ui/format/detail";
import { formatPoints, formatSignedPoints } from "@/ui/format/numbers";
import { bySource, type DayFlows, type EconomyDay, type Movement, sourceName } from "./flows";

const head = "border-b border-line text-muted [&>th]:px-4 [&>th]:py-3 [&>th]:font-medium";
const row =
  "border-b border-line last:border-b-0 hover:bg-ink-850 [&>td]:px-4 [&>td]:py-2.5 [&>th]:px-4 [&>th]:py-2.5";

/** Every day of the chart in figures, the newest first. */
export function DayTable({ days }: { days: readonly DayFlows[] }) {
  return (
    <div className="relative mt-2 overflow-x-auto rounded-md border border-line">
      <table className="w-full min-w-[26rem] text-left text-sm">
        <caption className="sr-only">Points minted and burned per day, the newest first</caption>
        <thead>
          <tr className={head}>
            <th scope="col">Day</th>
            <Figures />
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, all }) => (
            <tr key={day} className={row}>
              <th scope="row" className="font-normal whitespace-nowrap">
                {formatSiteWeekday(day)}
              </th>
              <Moved of={all} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Every source over all days, the one that moved most first. */
export function SourceTable({ days }: { days: readonly EconomyDay[] }) {
  const sources = bySource(days);
  if (sources.length === 0) return null;
  return (
    <Card className="relative overflow-x-auto">
      <table className="w-full min-w-[26rem] text-left text-sm">
        <caption className="sr-only">Points minted and burned by source</caption>
        <thead>
          <tr className={head}>
            <th scope="col">Source</th>
            <Figures />
          </tr>
        </thead>
        <tbody>
          {sources.map(({ source, ...moved }) => (
            <tr key={source} className={row}>
              <th scope="row" className="font-semibold">
                {sourceName(source)}
              </th>
              <Moved of={moved} />
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Figures() {
  return (
    <>
      <th scope="col" className="text-right">
        Minted
      </th>
      <th scope="col" className="text-right">
        Burned
      </th>
      <th scope="col" className="text-right">
        Net
      </th>
    </>
  );
}

function Moved({ of: { minted, burned } }: { of: Movement }) {
  const net = minted - burned;
  return (
    <>
      <td className="text-right">{formatPoints(minted)}</td>
      <td className="text-right">{formatPoints(burned)}</td>
      <td
        className={cx(
          "text-right font-semibold",
          net > 0 && "text-win",
          net < 0 && "text-loss",
          net === 0 && "text-muted",
        )}
      >
        {formatSignedPoints(net)}
      </td>
    </>
  );
}
