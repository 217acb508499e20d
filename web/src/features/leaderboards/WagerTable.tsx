import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatMonth } from "@/ui/format/dates";
import { type Month } from "@/ui/months";
import { Prize } from "@/ui/Prize";
import { Rank } from "@/ui/Rank";
import { ShortDollars } from "@/ui/ShortDollars";
import { PlaceName, PlaceRow } from "./Board";
import { PaidMark } from "./PaidMark";
import type { WagerEntry } from "./queries";
import { wagerRows } from "./standings";

type WagerTableProps = { entries: readonly WagerEntry[]; month: Month; isSample: boolean };

/** The places of a month, best first, and what each of them pays. */
export function WagerTable({ entries, month, isSample }: WagerTableProps) {
  const rows = wagerRows(entries);
  // The amounts stay in one line when only some of them have the mark beside them.
  const hasPaid = rows.some(({ paid }) => paid);
  return (
    <Card className="overflow-hidden">
      <table className="w-full text-left">
        <caption className="sr-only">
          Wagered in {formatMonth(month)}
          {isSample && ", sample data"}
        </caption>
        <thead>
          <tr className="eyebrow border-b border-line max-sm:tracking-normal">
            <th scope="col" className="py-3 pr-3 pl-3 font-semibold sm:pr-8 sm:pl-6">
              Rank
            </th>
            <th scope="col" className="py-3 font-semibold">
              Username
            </th>
            <th scope="col" className="py-3 pl-2 text-right font-semibold sm:whitespace-nowrap">
              Total Wagered
            </th>
            <th
              scope="col"
              className={cx(
                "py-3 pr-3 pl-3 text-right font-semibold sm:pl-10",
                hasPaid ? "sm:pr-23" : "sm:pr-6",
              )}
            >
              Prize
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <PlaceRow key={entry.rank} isOwn={entry.own}>
              <td className="py-2.5 pl-3 sm:pl-6">
                <Rank rank={entry.rank} />
              </td>
              <PlaceName name={entry.username} isOwn={entry.own} />
              <td className="py-2.5 pl-2 text-right font-medium whitespace-nowrap max-sm:text-sm">
                <ShortDollars amount={entry.wagered} />
              </td>
              <td className="py-2.5 pr-3 pl-3 text-right whitespace-nowrap sm:pr-6 sm:pl-10">
                <PrizeAndMark prize={entry.prize} isPaid={entry.paid} hasPaid={hasPaid} />
              </td>
            </PlaceRow>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type PrizeAndMarkProps = {
  prize: WagerEntry["prize"];
  isPaid: boolean;
  /** Some prize of the table is paid. */
  hasPaid: boolean;
};

function PrizeAndMark({ prize, isPaid, hasPaid }: PrizeAndMarkProps) {
  return (
    <span className="inline-flex justify-end gap-x-3 max-sm:flex-col max-sm:items-end">
      <span>
        <Prize prize={prize} />
      </span>{" "}
      {hasPaid && (
        <span className="inline-flex items-center sm:w-14 sm:justify-end">
          {isPaid && <PaidMark />}
        </span>
      )}
    </span>
  );
}
