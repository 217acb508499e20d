import type { ReactNode } from "react";
import { cx } from "@/ui/cx";

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
  className?: string;
};

/** Figures in columns: the first names the row, the others are numbers. */
export function OddsTable({ caption, head, rows, className }: OddsTableProps) {
  return (
    <table className={cx("-mx-2 w-[calc(100%+1rem)] border-collapse text-sm", className)}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line-strong text-xs text-muted">
          {head.map((name, place) => (
            <th
              key={name}
              scope="col"
              className={cx("px-2 py-2.5 font-medium", place === 0 ? "text-left" : "text-right")}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, isMarked = false }) => (
          <tr
            key={key}
            className={cx("border-b border-line last:border-b-0", isMarked && "bg-ink-800")}
          >
            {cells.map((cell, place) =>
              place === 0 ? (
                <th
                  key={head[place]}
                  scope="row"
                  className="px-2 py-2 text-left font-semibold whitespace-nowrap"
                >
                  {cell}
                </th>
              ) : (
                <td
                  key={head[place]}
                  className="px-2 py-2 text-right whitespace-nowrap last:font-semibold"
                >
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
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
