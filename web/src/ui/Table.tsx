import { memo, type ReactNode } from "react";
import { cx } from "./cx";

export type Column<Row> = {
  /** Names the column; no two columns of a table have the same. */
  header: string;
  /** Only screen readers get the header. */
  isHeaderHidden?: boolean;
  /** Shown in place of the header. */
  heading?: ReactNode;
  /** A method, like `cellClassOf`, so that columns of any rows fit the row below. */
  cell(row: Row, index: number, mark: string | undefined): ReactNode;
  /** Its cells name their rows. */
  isRowHeader?: boolean;
  align?: "left" | "right" | "center";
  /** Classes of the header and of every cell. */
  className?: string | undefined;
  headerClass?: string;
  cellClass?: string | undefined;
  /** Classes of a single cell. */
  cellClassOf?(row: Row): string | false;
};

type TableProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** For screen readers. */
  caption: string;
  look: keyof typeof looks;
  /** Shown instead of the table when there are no rows. */
  empty?: ReactNode;
  /** What sets a row apart. Its cells are drawn again when it changes. */
  markOf?: (row: Row) => string | undefined;
  rowClass?: string | ((row: Row) => string | false);
  className?: string | undefined;
  headRowClass?: string;
  /** Replaces what the look sets for headers. */
  headerClass?: string;
  /** Replaces what the look sets for cells. */
  cellClass?: string;
};

const looks = {
  /** Figures of the panel. */
  panel: {
    table: "text-sm",
    head: "border-b border-line text-muted",
    row: "border-b border-line last:border-b-0 hover:bg-ink-850",
    headerClass: "px-4 py-3 font-medium",
    cellClass: "px-4 py-3",
  },
  /** Entries of the panel that are edited or deleted in their row. */
  editor: {
    table: "text-sm",
    head: "border-b border-line text-muted",
    row: "border-b border-line last:border-b-0",
    headerClass: "px-3 py-3 font-medium whitespace-nowrap first:pl-5 last:pr-5",
    cellClass: "px-3 py-3.5 first:pl-5 last:pr-5",
  },
  /** The pages' own; every column sets its sides. */
  page: {
    table: "",
    head: "eyebrow border-b border-line",
    row: "border-b border-line last:border-b-0",
    headerClass: "py-3 font-semibold",
    cellClass: "py-2.5",
  },
  /** Figures inside a card or a dialog that has its own padding. */
  figures: {
    table: "text-sm",
    head: "border-b border-line text-xs text-muted",
    row: "border-b border-line last:border-b-0",
    headerClass: "py-2 font-medium",
    cellClass: "py-2",
  },
  /** Without lines. */
  bare: { table: "", head: "", row: "", headerClass: "", cellClass: "" },
} as const;

const aligned = { left: "text-left", right: "text-right", center: "text-center" } as const;

/** Rows of data in columns. It has no frame: a Card around it clips or scrolls it. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, rowKey, caption, empty, markOf } = props;
  const { rowClass, className, headRowClass } = props;
  const look = looks[props.look];
  const { headerClass = look.headerClass, cellClass = look.cellClass } = props;
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <table className={cx("w-full text-left", look.table, className)}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className={cx(look.head, headRowClass)}>
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              className={cx(
                headerClass,
                aligned[column.align ?? "left"],
                column.className,
                column.headerClass,
              )}
            >
              {column.isHeaderHidden === true ? (
                <span className="sr-only">{column.header}</span>
              ) : (
                (column.heading ?? column.header)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <TableRow
            key={rowKey(row)}
            row={row}
            index={index}
            mark={markOf?.(row)}
            columns={columns}
            className={cx(look.row, typeof rowClass === "function" ? rowClass(row) : rowClass)}
            cellClass={cellClass}
          />
        ))}
      </tbody>
    </table>
  );
}

type TableRowProps = {
  row: unknown;
  index: number;
  mark: string | undefined;
  columns: readonly Column<unknown>[];
  className: string;
  cellClass: string;
};

/** Drawn again only when its own data changed, if the columns are the same ones. */
const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, index, mark, columns, className, cellClass } = props;
  return (
    <tr className={className}>
      {columns.map((column) => {
        const content = column.cell(row, index, mark);
        const classes = cx(
          cellClass,
          aligned[column.align ?? "left"],
          column.className,
          column.cellClass,
          column.cellClassOf?.(row),
        );
        return column.isRowHeader === true ? (
          <th key={column.header} scope="row" className={classes}>
            {content}
          </th>
        ) : (
          <td key={column.header} className={classes}>
            {content}
          </td>
        );
      })}
    </tr>
  );
});
