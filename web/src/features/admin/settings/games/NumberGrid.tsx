import { NumberCell } from "../fields/NumberCell";

type GridColumn = {
  label: string;
  /** The last part of the path of its cells. */
  key: string;
  hasDecimals?: boolean;
  max?: number;
};

type GridRow = {
  label: string;
  path: string;
  /** How many of the columns the row has; all of them unless stated. */
  length?: number;
};

type NumberGridProps = {
  /** Names the table for screen readers. */
  caption: string;
  /** What the first column has. */
  corner: string;
  columns: readonly GridColumn[];
  rows: readonly GridRow[];
};

/** A table of numbers. It scrolls by itself where it is wider than the page. */
export function NumberGrid({ caption, corner, columns, rows }: NumberGridProps) {
  return (
    <div className="relative overflow-x-auto pb-1">
      <table className="border-separate border-spacing-1 text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="sticky left-0 z-1 bg-ink-900 pr-2 text-left font-medium">
              {corner}
            </th>
            {columns.map(({ label, key }) => (
              <th key={key} scope="col" className="px-2 text-right font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path}>
              <th
                scope="row"
                className="sticky left-0 z-1 bg-ink-900 pr-3 text-left font-medium whitespace-nowrap"
              >
                {row.label}
              </th>
              {columns.slice(0, row.length ?? columns.length).map((column) => (
                <td key={column.key}>
                  <NumberCell
                    path={`${row.path}.${column.key}`}
                    label={`${row.label}, ${column.label}`}
                    hasDecimals={column.hasDecimals ?? true}
                    {...(column.max !== undefined && { max: column.max })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
