import { useSite } from "@/features/site/queries";
import { Card } from "@/ui/Card";
import { formatMonth } from "@/ui/format/dates";
import { type Month } from "@/ui/months";
import { Prize } from "@/ui/Prize";
import { Rank } from "@/ui/Rank";
import { ShortDollars } from "@/ui/ShortDollars";
import { type Column, Table } from "@/ui/Table";
import { ownRow, PlaceName, placeNameCell } from "./Board";
import { prizesOf } from "./money";
import { PaidMark } from "./PaidMark";
import type { WagerEntry } from "./queries";
import { wagerRows } from "./standings";
import * as texts from "./texts/en";

type WagerRow = ReturnType<typeof wagerRows>[number];

type WagerTableProps = { entries: readonly WagerEntry[]; month: Month; isSample: boolean };

/** The places of a month, best first, and what each of them pays. */
export function WagerTable({ entries, month, isSample }: WagerTableProps) {
  const rows = wagerRows(entries);
  // The amounts stay in one line when only some of them have the mark beside them.
  const hasPaid = rows.some(({ paid }) => paid);
  return (
    <Card className="overflow-x-auto overflow-y-hidden">
      <Table
        look="page"
        headRowClass="max-sm:tracking-normal"
        caption={(isSample ? texts.wageredInSample : texts.wageredIn)(formatMonth(month))}
        rows={rows}
        rowKey={({ rank }) => rank}
        rowClass={({ own }) => own && ownRow}
        columns={[...columns, prizeColumn<WagerRow>(hasPaid)]}
      />
    </Card>
  );
}

/** What the places of a month will pay, while nobody has one. */
export function PrizeTable({ month }: { month: Month }) {
  const prizes = prizesOf(useSite()?.prizePeriods ?? [], month);
  if (prizes.length === 0) return null;
  return (
    <Card className="overflow-x-auto overflow-y-hidden">
      <Table
        look="page"
        headRowClass="max-sm:tracking-normal"
        caption={texts.prizesIn(formatMonth(month))}
        rows={prizes.map((prize) => ({ rank: prize.rank, prize, paid: false }))}
        rowKey={({ rank }) => rank}
        columns={[rankColumn(), prizeColumn(false)]}
      />
    </Card>
  );
}

type Prized = Pick<WagerEntry, "rank" | "prize" | "paid">;

function rankColumn<Row extends Prized>(): Column<Row> {
  return {
    header: texts.rank,
    className: "pl-3 sm:pl-6",
    headerClass: "pr-3 sm:pr-8",
    cell: ({ rank }) => <Rank rank={rank} />,
  };
}

const columns: readonly Column<WagerRow>[] = [
  rankColumn(),
  {
    header: texts.username,
    cellClass: placeNameCell,
    cell: ({ username, own }) => <PlaceName name={username} isOwn={own} />,
  },
  {
    header: texts.totalWagered,
    align: "right",
    className: "pl-2",
    headerClass: "sm:whitespace-nowrap",
    cellClass: "font-medium whitespace-nowrap max-sm:text-sm",
    cell: ({ wagered }) => <ShortDollars amount={wagered} />,
  },
];

function prizeColumn<Row extends Prized>(hasPaid: boolean): Column<Row> {
  return {
    header: texts.prize,
    align: "right",
    className: "pr-3 pl-3 sm:pl-10",
    headerClass: hasPaid ? "sm:pr-23" : "sm:pr-6",
    cellClass: "whitespace-nowrap sm:pr-6",
    cell: ({ prize, paid }) => <PrizeAndMark prize={prize} isPaid={paid} hasPaid={hasPaid} />,
  };
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
