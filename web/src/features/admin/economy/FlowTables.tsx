import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatSiteWeekday } from "@/ui/format/detail";
import { formatPoints, formatSignedPoints } from "@/ui/format/numbers";
import { type Column, Table } from "@/ui/Table";
import { bySource, type DayFlows, type EconomyDay, type Movement, sourceName } from "./flows";
import * as texts from "./texts/en";

/** Every day of the chart in figures, the newest first. */
export function DayTable({ days }: { days: readonly DayFlows[] }) {
  return (
    <div className="relative mt-2 overflow-x-auto rounded-md border border-line">
      <FlowTable
        caption={texts.pointsMintedBurnedPerDay}
        header={texts.day}
        nameClass="font-normal whitespace-nowrap"
        rows={days
          .toReversed()
          .map(({ day, all }) => ({ name: formatSiteWeekday(day), moved: all }))}
      />
    </div>
  );
}

/** Every source over all days, the one that moved most first. */
export function SourceTable({ days }: { days: readonly EconomyDay[] }) {
  const sources = bySource(days);
  if (sources.length === 0) return null;
  return (
    <Card className="relative overflow-x-auto">
      <FlowTable
        caption={texts.pointsMintedBurnedSource}
        header={texts.source}
        nameClass="font-semibold"
        rows={sources.map((moved) => ({ name: sourceName(moved.source), moved }))}
      />
    </Card>
  );
}

type NamedMovement = { name: string; moved: Movement };

type FlowTableProps = {
  caption: string;
  /** What the rows are. */
  header: string;
  nameClass: string;
  rows: readonly NamedMovement[];
};

function FlowTable({ header, nameClass, ...rest }: FlowTableProps) {
  return (
    <Table
      look="panel"
      className="min-w-[26rem]"
      cellClass="px-4 py-2.5"
      rowKey={({ name }) => name}
      columns={[
        { header, isRowHeader: true, cellClass: nameClass, cell: ({ name }) => name },
        ...movementColumns,
      ]}
      {...rest}
    />
  );
}

const movementColumns: readonly Column<NamedMovement>[] = [
  { header: texts.minted, align: "right", cell: ({ moved }) => formatPoints(moved.minted) },
  { header: texts.burned, align: "right", cell: ({ moved }) => formatPoints(moved.burned) },
  {
    header: texts.net,
    align: "right",
    cell: ({ moved }) => <Net points={moved.minted - moved.burned} />,
  },
];

function Net({ points }: { points: number }) {
  const tone = points > 0 ? "text-win" : points < 0 ? "text-loss" : "text-muted";
  return <span className={cx("font-semibold", tone)}>{formatSignedPoints(points)}</span>;
}
