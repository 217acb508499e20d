import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { type Column, Table } from "@/ui/Table";

type Row = {
  key: string | number;
  cells: readonly ReactNode[];
  /** Stands out from the rows around it. */
  isMarked?: boolean;
};

type OddsTableProps = {
  caption: string;
  head: readonly string[];
  rows: readonly Row[];
};

/** Figures in columns: the first names the row, the others are numbers. */
export function OddsTable({ caption, head, rows }: OddsTableProps) {
  return (
    <div className="-mx-2">
      <Table
        look="bare"
        className="text-sm"
        headRowClass="border-b border-line-strong text-xs text-muted"
        headerClass="px-2 py-2.5 font-medium"
        cellClass="px-2 py-2 whitespace-nowrap"
        caption={caption}
        rows={rows}
        rowKey={({ key }) => key}
        rowClass={({ isMarked = false }) =>
          cx("border-b border-line last:border-b-0", isMarked && "bg-ink-800")
        }
        columns={head.map((header, place) => columnAt(header, place))}
      />
    </div>
  );
}

function columnAt(header: string, place: number): Column<Row> {
  const cell = ({ cells }: Row) => cells[place];
  return place === 0
    ? { header, cell, isRowHeader: true, cellClass: "font-semibold" }
    : { header, cell, align: "right", cellClass: "last:font-semibold" };
}

/** Two or three figures that matter most, in large type. */
export function Figures({ items }: { items: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-4">
      {items.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-0.5 font-display text-xl font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The choice above a table, with its name. */
export function Choice({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <p aria-hidden="true" className="text-sm font-medium">
        {name}
      </p>
      {children}
    </div>
  );
}
